"""The pictures of README.md and docs/ show the pages as they are; docs/pictures.py takes them."""

import pytest

from docs.pictures import FOLDER, PICTURES, file_of, made, moments, shown


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_its_page_shows(open_watched, pytestconfig, name):
    picture, wanted = PICTURES[name], made()[name]["shows"]
    if picture.slow and not pytestconfig.getoption("--thorough"):
        pytest.skip("with --thorough: its page scores 240 pairs first")
    page = open_watched(picture.address, picture.width, picture.height)
    assert shown(page, picture, wanted) == wanted, f"run python docs/pictures.py {name}"


def test_all_pictures_are_there_and_no_others():
    files = {path.name for path in FOLDER.iterdir()} - {"made.json", "moments.svg"}
    assert files == set(map(file_of, PICTURES))
    assert (FOLDER / "moments.svg").read_text("utf-8") == moments()
