"""Find barriers on a page: colors in both themes, everything else by axe-core."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from serving import PATIENCE

CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
RULES = {
    "resultTypes": ["violations"],
    # contrast.js checks colors in both themes, at a tenth of the cost.
    "rules": {
        "label-content-name-mismatch": {"enabled": True},
        "color-contrast": {"enabled": False},
    },
}
RUN = "async (how) => (await axe.run(how)).violations"
SCHEME = "scheme => getComputedStyle(document.querySelector('.stApp')).colorScheme === scheme"
STREAMLITS = {
    # Streamlit's uploader (1.67) is a section with role "none" that has a name and a Tab position;
    # the button and the field in it are correct.
    ("presentation-role-conflict", 'data-testid="stFileUploaderDropzone"'),
    # Streamlit's toast (1.67) has a label that refers to a missing element.
    ("aria-dialog-name", 'data-testid="stToast"'),
}
"""Rules that Streamlit's front end breaks, and the elements."""


def violations(page):
    """List the problems of a page; afterwards its theme is light."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(SCHEME, arg=scheme, polling=50)
        found += [f"{scheme}: {fault}" for fault in page.evaluate(f"{CONTRAST}({PATIENCE * 250})")]
    # Only colors depend on the theme.
    page.evaluate(AXE_SCRIPT)
    for broken in page.evaluate(RUN, RULES):
        found += [
            f"{broken['id']}, {broken['help']}: {node['html'][:200]}"
            for node in broken["nodes"]
            if not any(rule == broken["id"] and own in node["html"] for rule, own in STREAMLITS)
        ]
    return found
