"""The content of a view as a standalone document; tests/browser tests that it works."""

import base64
import hashlib
import json
import re
from html import unescape
from urllib.parse import unquote

import pytest
from cases import case_rows
from unpacking import held

from explorer.frontend.serving import FILES
from explorer.frontend.standalone import named_imports, standalone

VIEWS = ("pair/scope", "windows/chart")
GIVEN = b"\x00\xff</script>"


def scripts(document, kind):
    return re.findall(rf'<script type="{kind}"[^>]*>(.*?)</script>', document, re.S)


def sources(document):
    (modules,) = scripts(document, "importmap")
    begin = "data:text/javascript;charset=utf-8,"
    return {
        name: unquote(address.removeprefix(begin))
        for name, address in json.loads(modules)["imports"].items()
    }


@pytest.mark.parametrize("view", VIEWS)
def test_every_module_that_is_imported_is_there_and_no_other(view):
    found = sources(standalone(f"{view}", b"", "", ""))
    imported = {
        name
        for source in found.values()
        for name in re.findall(r'^(?:import\b|\} from)[^"]*"([^"]+)";$', source, re.M)
    }
    assert imported | {"alone/main.js", f"{view}.js"} == set(found)
    assert not [name for name in found if name.replace("shared/", "alone/") in set(FILES) - {name}]


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_asked_of_anybody(view):
    document = standalone(view, GIVEN, "", "")
    for source in sources(document).values():
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", source, flags=re.S)
        assert not re.search(r"\bfetch\(|WebSocket|XMLHttpRequest|\bimport\(|import\.meta", code)
    outside = re.sub(r"<(script|style)\b.*?</\1>", "", document, flags=re.S)
    assert not re.search(r"\b(src|href)=|url\(", outside)
    assert "http" not in outside.replace("http-equiv", "")


def test_a_policy_lets_in_what_the_document_brings_and_nothing_else():
    document = standalone("pair/scope", b"", "", "")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', document)
    rules = {name: set(rest) for name, *rest in map(str.split, policy.split(";"))}
    own = [*scripts(document, "importmap"), *scripts(document, "module")]
    (style,) = re.findall("<style>(.*?)</style>", document, re.S)
    assert rules == {
        "default-src": {"'none'"},
        "script-src": {"data:", *map(hashed, own)},
        "style-src": {hashed(style)},
        "img-src": {"blob:"},
        "base-uri": {"'none'"},
        "form-action": {"'none'"},
    }


def hashed(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_what_is_given_comes_through_and_ends_no_script():
    document = standalone("pair/scope", GIVEN, "A & <b>", '</p><script>"', {"strips": GIVEN * 9})
    assert held(document, "message") == GIVEN
    assert held(document, "strips") == GIVEN * 9
    assert held(document, "style.css") == FILES["shared/style.css"]
    assert held(document, "schema.json") == FILES["shared/schema.json"]
    (title,) = re.findall("<title>(.*)</title>", document)
    assert (title, unescape(title)) == ("A &amp; &lt;b&gt;", "A & <b>")
    assert document.count("<script") == document.count("</script>") == 9
    assert document == standalone(
        "pair/scope", GIVEN, "A & <b>", '</p><script>"', {"strips": GIVEN * 9}
    )


@pytest.mark.parametrize(("source", "wanted"), case_rows("frontend", "imports"))
def test_imports_are_found_however_they_are_written(source, wanted):
    changed, imported = named_imports("shared/some.js", source)
    assert imported == wanted
    assert re.findall(r'"([^"]+)"', changed) == wanted


@pytest.mark.parametrize("source", case_rows("frontend", "other-imports"))
def test_an_import_that_is_not_understood_is_told(source):
    with pytest.raises(ValueError, match=r"shared/some\.js imports in a way"):
        named_imports("shared/some.js", f"// first\n{source}\n")
