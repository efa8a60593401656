"""The sample corpora: their content, and the verdict of each design."""

import io

import numpy as np
import pytest
from PIL import Image

from core.caemsi import difference_test, distance_matrix, equivalence_test
from core.caemsi.items import check_disjoint
from core.caemsi.reading import corpus_of_files
from core.caemsi.representations import recommended_compressor
from core.caemsi.representations.hierarchies import read_hierarchies
from core.caemsi.samples import STYLE_SAMPLES, style_sample
from core.caemsi.verdict import verdict
from core.errors import StyleError
from sample_data.make_styles import make_files

DESIGNED = {
    "two-forms": ("different", 30),
    "two-chains": ("different", 40),
    "one-chain": ("equivalent", 40),
    "near-chains": ("both", 100),
    "few-items": ("neither", 5),
    "tiny-images": ("different", 24),
}
MARGIN = 0.1


def test_samples_come_in_their_order_and_are_found_by_id():
    assert tuple(STYLE_SAMPLES) == tuple(DESIGNED)
    for sample in STYLE_SAMPLES.values():
        assert style_sample(sample.id) is sample
    with pytest.raises(StyleError, match=r"no sample 'none'.*two-forms, .*tiny-images"):
        style_sample("none")


@pytest.mark.parametrize("sample", STYLE_SAMPLES.values(), ids=tuple(STYLE_SAMPLES))
def test_everything_is_read_nothing_shared_and_the_verdict_is_the_one_designed(sample):
    name, count = DESIGNED[sample.id]
    a, b = (
        corpus_of_files(name, files, sample.representation)
        for name, files in zip(sample.names, sample.files(), strict=True)
    )
    for corpus, files in zip((a, b), sample.files(), strict=True):
        assert not corpus.unreadable
        assert not corpus.removed
        assert [item.name for item in corpus.items] == [name for name, _ in files]
        assert len(corpus.items) == count
    check_disjoint(a, b)
    distances = distance_matrix(
        [item.data for item in (*a.items, *b.items)], recommended_compressor(sample.representation)
    )
    assert not distances.warning
    found = verdict(
        difference_test(distances, count, rng=np.random.default_rng(0)),
        equivalence_test(distances, count, margin=MARGIN, rng=np.random.default_rng(0)),
    )
    assert found.name == name, found.sentence


def test_what_ships_is_what_the_script_makes():
    shipped = {
        f"{sample.id}/{side}/{name}": data
        for sample in STYLE_SAMPLES.values()
        for side, files in zip("ab", sample.files(), strict=True)
        for name, data in files
    }
    made = make_files()
    assert list(shipped) == list(made)
    assert make_files(1) != made
    for name, data in shipped.items():
        if name.endswith(".png"):
            # Compressed bytes differ between builds of zlib.
            one, other = (np.asarray(Image.open(io.BytesIO(each))) for each in (data, made[name]))
            np.testing.assert_array_equal(one, other)
        else:
            assert data == made[name]


def test_pieces_are_nested_and_need_no_repair():
    for side in style_sample("two-forms").files():
        for file in side:
            (piece,) = read_hierarchies([file])
            assert not piece.notes
            assert not piece.hierarchy.nesting_faults()
            assert len(piece.hierarchy.layers) == 3
