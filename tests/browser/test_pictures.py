"""The pictures of README.md and docs/ show the pages as they are; docs/pictures.py takes them."""

import pytest

from docs.pictures import DRAWN, FOLDER, PICTURES, file_of, made, notebook, shown

SLOW = pytest.mark.thorough  # 240 pairs are scored first, or Streamlit's front end is needed


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[SLOW] * each.slow) for name, each in PICTURES.items()]
)
def test_a_picture_shows_what_its_page_shows(open_watched, request, name):
    picture, wanted = PICTURES[name], made()[name]["shows"]
    server = request.getfixturevalue("address" if picture.prepare else "plain_address")
    page = open_watched(picture.address, picture.width, picture.height, server=server)
    assert shown(page, picture, wanted) == wanted, f"run python docs/pictures.py {name}"


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_shows_what_the_product_gives(name):
    drawing = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert drawing == DRAWN[name](), "run python docs/pictures.py"


def test_the_picture_of_a_notebook_shows_its_results():
    assert notebook()[1] == made()["notebook"]["shows"], "run python docs/pictures.py notebook"


def test_all_pictures_are_there_and_no_others():
    files = {path.name for path in FOLDER.iterdir()} - {"made.json"}
    assert files == {*map(file_of, PICTURES), "notebook.png", *(f"{name}.svg" for name in DRAWN)}
