"""The address of the page on screen and its QR code, for a class."""

from html import escape

import streamlit as st
from streamlit.elements.lib.mutable_popover_container import PopoverContainer

from explorer import session
from explorer.room.hall import hall
from explorer.server.classroom import qr_code, served_class
from explorer.session.address import address
from explorer.state.pages import COMPARE
from explorer.widgets.saving import download_button

_KEY = "for_class"  # whether the menu is open


def class_menu() -> PopoverContainer | None:
    """Draw the button at the top of the window, if a class is served."""
    if served_class() is None:
        return None
    with st.container(key="classroom"):
        return st.popover(
            "For the class",
            icon=":material/qr_code_2:",
            width="content",
            key=_KEY,
            on_change="rerun",
        )


def is_lecturer() -> bool:
    served = served_class()
    return served is not None and served.is_lecturer(dict(st.context.cookies))


def path_here() -> str:
    """Return the path of the page, pair and step on screen, below the class's address."""
    page = "" if session.visit.page == COMPARE.title else session.visit.page.lower()
    served = served_class()
    visitor = "" if is_lecturer() else st.context.ip_address or "this machine"
    return served.path_of(page, address(short=True), visitor) if served else ""


def code_of(path: str) -> str:
    """Return the QR code of a path below the class's address, as an image's address."""
    served = served_class()
    if served is None:
        return ""
    return qr_code(f"{served.addresses[0]}/{path}").svg_data_uri(light="white", scale=10)


def show_address(menu: PopoverContainer | None) -> None:
    """Show the address of the page, pair and step on screen, after drawing the page."""
    served = served_class()
    if served is None or menu is None or not st.session_state[_KEY]:
        return
    path = path_here()
    here, picture = f"{served.addresses[0]}/{path}", code_of(path)
    others = ", ".join(served.addresses[1:])
    menu.html(
        f"<div class='classroom'><img src=\"{picture}\" alt='The address as a QR code'>"
        f"<p>{escape(here)}</p></div>"
    )
    menu.caption(
        "This opens the page on your screen. Scan the code or type the address, on the same "
        "network as this server. "
        + (f"If it does not open, begin with {others}. " if others else "")
        + "Students need no installation and no account."
    )
    if is_lecturer():
        with menu:
            download_button("Save the room's answers", lambda: hall.room.csv(), "room.csv")
