"""The explorer run as a script: what its pages compute and ship, without a browser."""

from pathlib import Path

from streamlit.testing.v1 import AppTest
from unpacking import unpacked

EXPLORER = Path(__file__).resolve().parents[1] / "explorer"


def new_app(**query):
    """An app that has not run yet, opened with these parameters in its address."""
    app = AppTest.from_file(EXPLORER / "script" / "app.py", default_timeout=60)
    app.query_params.update(query)
    return app


def ready(app):
    assert not app.exception, app.exception
    return app


def to_page(app, name):
    return ready(app.switch_page(str(EXPLORER / "pages" / f"{name}.py")).run())


def message_bytes(app, component):
    """The message to a component, as it is shipped."""
    return next(
        item.proto.bytes
        for item in app.get("bidi_component")
        if item.proto.component_name == component
    )


def message(app, component):
    """The message to a component, unpacked: its head and its arrays."""
    return unpacked(message_bytes(app, component))


def address(app):
    """The query part of the address that is written, by the live view or in its stead."""
    live = any(item.proto.component_name == "hierscope_scope" for item in app.get("bidi_component"))
    return message(app, "hierscope_scope" if live else "hierscope_link")[0]["address"]


def view(app):
    """What the live view draws without asking: its head and its arrays."""
    return unpacked(message(app, "hierscope_scope")[1]["drawing"].tobytes())
