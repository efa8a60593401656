"""Small corpora on disk."""

import pytest

from core.corpus.items import Item


@pytest.fixture
def corpus(tmp_path):
    """Write so many pairs, all different, and give their items."""

    def write(count, method="m", folder="corpus"):
        items = []
        for side in ("reference", "estimate"):
            (tmp_path / folder / side).mkdir(parents=True, exist_ok=True)
        for number in range(count):
            end, middle = 20 + number % 7, 5 + number % 11
            reference = tmp_path / folder / "reference" / f"{number}.csv"
            estimate = tmp_path / folder / "estimate" / f"{number}.csv"
            reference.write_text(f"0,10,{end}\n0,3,10,{end - 1},{end}\n")
            estimate.write_text(f"0,{middle},{end}\n0,2,{middle},{end - 3},{end}\n")
            known = (("genre", "jazz" if number % 2 else "rock"), ("number", str(number)))
            items.append(
                Item(str(number), method, (str(reference),), (str(estimate),), metadata=known)
            )
        return items

    return write


@pytest.fixture
def sides(tmp_path):
    """The folders of references and of estimates."""
    return [str(tmp_path / "corpus" / side) for side in ("reference", "estimate")]
