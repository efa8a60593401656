"""The address of a server for a class, and its QR code, for whoever asks."""

import streamlit as st

from explorer.server.classroom import served_class


def for_the_class() -> None:
    """Draw what shows the address, at the top of the window; nothing where no class is served."""
    served = served_class()
    if served is None:
        return
    address, *others = served.addresses
    with (
        st.container(key="classroom"),
        st.popover("For the class", icon=":material/qr_code_2:", width="content"),
    ):
        st.html(
            f"<div class='classroom'><img src=\"{served.picture}\" alt='The address as a QR code'>"
            f"<p>{address}</p></div>"
        )
        st.caption(
            "Scan it, or type the address, in the same network as this server. "
            + (f"If it does not open: {', '.join(others)}. " if others else "")
            + "Nothing is to be installed, and no account is needed."
        )
