"""What keeps people from reading or using a page: colors in both themes, the rest by axe-core."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from serving import PATIENCE

CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
RULES = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
RUN = "async (how) => (await axe.run(how)).violations"
SCHEME = "scheme => getComputedStyle(document.querySelector('.stApp')).colorScheme === scheme"
STREAMLITS = {
    # Its uploader is a section that is said to be none, and has a name and a place in the order
    # of the Tab key all the same; the button and the field in it are as they should be (1.67).
    ("presentation-role-conflict", 'data-testid="stFileUploaderDropzone"'),
    # A note that passes is called after an element that is not there (1.67).
    ("aria-dialog-name", 'data-testid="stToast"'),
}
"""What Streamlit's front end breaks: a rule, and what the element says of itself."""


def violations(page):
    """Give what is wrong with a page, a line each; it is left light."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(SCHEME, arg=scheme)
        found += [f"{scheme}: {fault}" for fault in page.evaluate(f"{CONTRAST}({PATIENCE * 250})")]
    # Of what axe asks only colors follow the theme, and of these contrast.js asks as it does.
    page.evaluate(AXE_SCRIPT)
    for broken in page.evaluate(RUN, RULES):
        found += [
            f"{broken['id']}, {broken['help']}: {node['html'][:200]}"
            for node in broken["nodes"]
            if not any(rule == broken["id"] and own in node["html"] for rule, own in STREAMLITS)
        ]
    return found
