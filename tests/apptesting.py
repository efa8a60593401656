"""Run the explorer as a script: read the texts and messages of pages, without a browser."""

import hashlib
import re
from pathlib import Path

import streamlit as st
from serving import PATIENCE
from streamlit.components.v2 import manifest_scanner
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from unpacking import unpacked

from core.corpus.job import Job
from core.corpus.sources.upload import sample_archive
from explorer.corpus.computed import results_path
from sample_data.make_corpus import REFERENCE

EXPLORER = Path(__file__).resolve().parents[1] / "explorer"

# Compile scripts once, as on a server, and not at every run.
COMPILED = ScriptCache()
for module in (app_test, local_script_runner):
    module.ScriptCache = lambda: COMPILED


def until_done(runner, timeout):
    """Wait for the script's thread; Streamlit would poll it a thousand times per second."""
    runner._script_thread.join(timeout)
    if runner._script_thread.is_alive():
        runner.request_stop()
        raise TimeoutError(f"the script runs for more than {timeout} s")


local_script_runner.require_widgets_deltas = until_done
# Each app would search all installed packages for components, which takes a quarter of a second.
manifest_scanner.scan_component_manifests = list


def listen(monkeypatch, address):
    """Set the server's address."""
    ask = st.get_option
    monkeypatch.setattr(
        st, "get_option", lambda name: address if name == "server.address" else ask(name)
    )


def new_app(page="compare", /, **query):
    """An app that has not run yet, opened at a page with these parameters in its address."""
    app = AppTest.from_file(EXPLORER / "pages" / "_navigation.py", default_timeout=PATIENCE)
    app.query_params.update(query)
    # The first page has no name in its address.
    return app if page == "compare" else app.switch_page(page_file(page))


def opened_at(page, /, **query):
    """The explorer opened by a link to a page, before any other page has run."""
    return ready(new_app(page, **query).run())


def stop_sample(app, reference=REFERENCE):
    """Have an app begin as if the sample's scoring, which takes seconds, had been stopped."""
    name = hashlib.sha256(sample_archive()).hexdigest()[:16]
    path = results_path(("sample", name, reference), Job())
    app.session_state["corpus_tried"] = f"{path} False"


def ready(app):
    assert not app.exception, app.exception
    return app


def to_page(app, name):
    return ready(app.switch_page(page_file(name)).run())


def press(app, words):
    """Press the first button with this label."""
    return ready(next(button for button in app.button if button.label == words).click().run())


def read_files(app, key):
    """Click to read the files in a link, if there are any."""
    waiting = any(button.key == key for button in app.button)
    return ready(app.button(key=key).click().run()) if waiting else app


def open_pair(path, row, kind="results", files=()):
    """An app in which a click opened a pair of a results file, with these files uploaded."""

    def script(path, row, kind, files):
        import streamlit as st

        from core.corpus.sources.upload import read_upload
        from explorer import session
        from explorer.corpus.computed import kept, source_key
        from explorer.corpus.tracks import open_track, opened_row
        from explorer.session.address import start_session

        start_session()
        session.corpus_form.kind = kind
        st.session_state["sources"] = {"reference": None, "estimate": None}
        if files:
            session.corpus.uploaded = (path.name.removesuffix(".parquet"), read_upload(files))
        file = kept(path)
        open_track(file, row)
        st.text(session.corpus.refused)
        st.text(f"{opened_row(source_key(file))} {opened_row('other')}")

    return ready(AppTest.from_function(script, args=(path, row, kind, files)).run())


def page_file(name):
    return str(EXPLORER / "pages" / f"{name}.py")


def message_bytes(app, component):
    """The packed message to a component."""
    return next(
        item.proto.bytes
        for item in app.get("bidi_component")
        if item.proto.component_name == component
    )


def message(app, component):
    """The message to a component, unpacked: its head and its arrays."""
    return unpacked(message_bytes(app, component))


def is_drawn(app, component="hierscope_figures"):
    return any(item.proto.component_name == component for item in app.get("bidi_component"))


def said(app, *kinds):
    """The texts of a page in elements of these kinds, without Markdown escapes."""
    return [re.sub(r"\\(.)", r"\1", item.value) for kind in kinds for item in getattr(app, kind)]


def give(app, **sides):
    """Upload files, by name, to one side or both."""
    for uploader, side in zip(app.file_uploader[:2], ("reference", "estimate"), strict=True):
        for name, data in sides.get(side, {}).items():
            uploader.upload(name, data, "text/plain")
    return ready(app.run())


def text_of(app):
    """The texts in all kinds of boxes and on folds, one a line, without Markdown escapes."""
    kinds = ("error", "warning", "info", "success", "markdown", "toast", "caption")
    texts = said(app, *kinds)
    texts += [re.sub(r"\\(.)", r"\1", item.label) for item in app.expander]
    return "\n".join(texts)


def tracks(app):
    """The tracks of the last table."""
    return app.dataframe[-1].value["track"].tolist()


def address(app):
    """The query part of the address, written by the live view or by the page."""
    live = any(item.proto.component_name == "hierscope_scope" for item in app.get("bidi_component"))
    return message(app, "hierscope_scope" if live else "hierscope_link")[0]["address"]


def view(app):
    """The live view's first message: its head and its arrays."""
    return unpacked(message(app, "hierscope_scope")[1]["drawing"].tobytes())


def uploaded(data, name="any.parquet"):
    """An uploaded file in Streamlit's form."""
    record = UploadedFileRec("1", name, "application/parquet", data)
    return UploadedFile(record, FileURLs())
