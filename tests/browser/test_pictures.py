"""The pictures of README.md and docs/ show the pages as they are; docs/pictures.py takes them."""

import pytest

from docs.pictures import DRAWN, FOLDER, PICTURES, ROOT, file_of, made, notebook, shown

README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.thorough] * (file_of(name) not in README))
        for name in PICTURES
    ],
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
