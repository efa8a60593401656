"""Guide: the pages of docs/, which `hierscope docs` shows as a site that can be searched."""

import re
from pathlib import Path

import streamlit as st

from explorer import session
from explorer.guide import GUIDE
from explorer.pair.live import address_only
from explorer.session.around_streamlit import bound
from explorer.state.pages import GuideState
from explorer.widgets.text import title

PICTURE = re.compile(r"^!\[(.*)\]\((.*)\)$", re.MULTILINE)


def _texts(folder: Path) -> dict[str, str]:
    """Return the pages by name in the order of the index; api.md is for the site only."""
    index = (folder / "index.md").read_text("utf-8")
    names = ["index", *re.findall(r"\]\(([\w-]+)\.md\)", index)]
    return {name: (folder / f"{name}.md").read_text("utf-8") for name in names}


def _show(folder: Path) -> None:
    texts = _texts(folder)
    titles = {name: text.partition("\n")[0].removeprefix("# ") for name, text in texts.items()}
    names, asked = list(texts), session.guide.page
    how = bound(session.guide, GuideState.page)
    at = names.index(asked) if asked in names else 0
    chosen = st.selectbox("Page of the guide", names, at, titles.__getitem__, **how)
    _, _, text = texts[chosen].partition("\n")
    text = re.sub(r"\[([^\]]+)\]\(\.\./[^)]*\)", r"\1", text)  # files that no page shows
    text = re.sub(r"\]\(([\w-]+)\.md", r"](guide?page=\1", text)
    first, *others = PICTURE.split(text)
    st.markdown(first)
    for alt, picture, after in zip(others[::3], others[1::3], others[2::3], strict=True):
        st.image(folder / picture, alt=alt)
        st.markdown(after)


title()
with st.container(key="guide"):
    if GUIDE:
        _show(GUIDE)
    else:
        st.info("This installation has no guide. It is in the folder docs of hierscope's source.")
address_only()
