"""The content of a view as a standalone document; tests/browser tests that it works."""

import base64
import hashlib
import re
from html import unescape

import pytest
from cases import case_rows
from unpacking import held

from explorer.frontend.serving import FILES
from explorer.frontend.standalone import named_imports, standalone

GIVEN = b"\x00\xff</script>"


def scripts(document, kind):
    return re.findall(rf'<script type="{kind}"[^>]*>(.*?)</script>', document, re.S)


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
    scripts = standalone("pair/scope", b"", "", "", {"strips": b""}).count("<script")
    assert document.count("<script") == document.count("</script>") == scripts
    assert document == standalone(
        "pair/scope", GIVEN, "A & <b>", '</p><script>"', {"strips": GIVEN * 9}
    )


@pytest.mark.parametrize("source", case_rows("frontend", "other-imports"))
def test_an_import_that_is_not_understood_is_told(source):
    with pytest.raises(ValueError, match=r"shared/some\.js imports in a way"):
        named_imports("shared/some.js", f"// first\n{source}\n")
