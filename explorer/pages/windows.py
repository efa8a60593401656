"""Windows: the scape of a pair, the window to report, and how conventions and frames matter."""

from functools import partial

import streamlit as st

from explorer import session
from explorer.corpus.picture import advised_by_corpus
from explorer.frontend.components import actions
from explorer.messages.inspection import Setup
from explorer.messages.words import report_rows
from explorer.pair.current import show_pair
from explorer.pair.heading import export_menu, heading
from explorer.pair.live import live
from explorer.pair.pairing import ShownPair
from explorer.pair.saving import downloads
from explorer.widgets.text import advise, reasons, short_table
from explorer.windows.charts import (
    advice_of,
    beside_scape,
    conventions_chart,
    estimates_chart,
    part_choice,
    rates_chart,
    window_downloads,
)
from explorer.windows.estimates import estimates


def _show(pair: ShownPair) -> None:
    setup = Setup.of(*pair.aligned, session.pair)
    advice = advised_by_corpus() or advice_of(setup, session.pair.variant)
    advise(advice, "use_advice", setup.reference.notation)
    beside = {"of_layers": beside_scape(setup)}
    live(*pair.aligned, mode="windows", more=beside, as_read=pair.as_read)
    with st.expander("Report this", key="report_fold"):
        rows = report_rows(setup, session.pair.variant, advice)
        short_table(rows)
        copies = {
            f"Copy the scores at {row['w']}": ", ".join(
                f"{key.strip('$')} {cell}" for key, cell in row.items() if key != "why"
            )
            for row in rows
        }
        actions(key="actions_report", data={"names": [], "copies": copies})
        reasons(advice)
    part_choice()
    # Charts take time, so they are drawn only in open folds.
    with st.expander("Several estimates", key="estimates_fold", on_change="rerun") as fold:
        several = estimates(setup)
        if fold.open:
            estimates_chart(setup, several, advice.window)
    with st.expander("Conventions side by side", key="conventions_fold", on_change="rerun") as fold:
        if fold.open:
            conventions_chart(setup, advice.window)
    with st.expander("Frame rates", key="rates_fold", on_change="rerun") as fold:
        if fold.open:
            rates_chart(setup, advice.window)
    export_menu(export, pair, partial(downloads, pair), partial(window_downloads, setup, several))


export = heading(of_pair=True)
show_pair(_show)
