"""How files were read: a line, details, and what is ambiguous, with buttons for other readings."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.diagnosis.texts import without_asides
from core.errors import HierscopeError
from core.io import Choices
from core.io.otherwise import Doubt, doubts
from core.vocabulary import VARIANTS, Side
from core.windows import effective_window
from core.wording import counted
from explorer import session
from explorer.messages.inspection import Setup
from explorer.pair import computed
from explorer.pair.pairing import ShownPair, open_side, pair_up
from explorer.pair.reading import ReadSide, stored_reading
from explorer.pair.reading_options import choices_of
from explorer.session.around_streamlit import plain

_CHOSEN = "reading-chosen"

Asked = tuple[ReadSide, Doubt]  # a side and an ambiguity in how it was read


def doubts_of(side: ReadSide) -> list[Doubt]:
    return doubts(side.candidate, side.chosen) if side.candidate else []


def _read(sides: Mapping[Side, ReadSide]) -> dict[Side, ReadSide]:
    return {role: side for role, side in sides.items() if side.source[0] not in ("sample", "drawn")}


def tell_doubts(sides: Mapping[Side, ReadSide], pair: ShownPair | None) -> None:
    """Show what is ambiguous in how both sides were read, with the other ways to read it."""
    for alike in _doubts_alike(_read(sides)):
        _tell(alike, pair)


def tell_readings(sides: Mapping[Side, ReadSide]) -> None:
    read = _read(sides)
    if not read:
        _tell_linked(sides)
        return
    lines = (
        f"{role.capitalize()}: "
        + (side.candidate.understood.line if side.candidate else "can't be read with these options")
        for role, side in read.items()
    )
    calm = f":small[:gray[{plain('. '.join(lines))}]]"
    with st.expander(calm, icon=":material/description:", key="readings"):
        for (role, side), column in zip(read.items(), st.columns(2), strict=False):
            with column:
                st.markdown(f"**{role.capitalize()}**")
                tell_reading(side, "read")


def _tell_linked(sides: Mapping[Side, ReadSide]) -> None:
    lines = {role: stored_reading(side).line for role, side in sides.items()}
    sentences = [f"{role.capitalize()}: {line}. " for role, line in lines.items() if line]
    if sentences:
        whole = f"{''.join(sentences)}To change this, open the files."
        st.markdown(f":material/link: :small[:gray[{plain(whole)}]]")


def tell_reading(side: ReadSide, place: str) -> None:
    st.markdown("\n".join(f"- :small[{plain(line)}]" for line in _details(side)))
    choices_of(side, place)


def doubt_buttons(asked: Sequence[Asked], key: str) -> None:
    _, doubt = asked[0]
    for number, way in enumerate(doubt.others):
        so = [(side, other.others[number].choices) for side, other in asked]
        st.button(way.label, key=f"{key}_{doubt.kind}_{number}", on_click=_choose, args=(so,))


def _choose(so: Sequence[tuple[ReadSide, Choices]]) -> None:
    for side, choices in so:
        side.choose(choices)


def _doubts_alike(read: Mapping[Side, ReadSide]) -> list[dict[Side, Asked]]:
    """List doubts by role; a doubt that both sides share is listed once, as either may be wrong."""
    alike: dict[tuple[str, ...], dict[Side, Asked]] = {}
    for role, side in read.items():
        for doubt in doubts_of(side):
            key = doubt.kind, without_asides(doubt.text), *(way.label for way in doubt.others)
            alike.setdefault(key, {})[role] = (side, doubt)
    return list(alike.values())


def _details(side: ReadSide) -> list[str]:
    candidate = side.candidate
    if candidate is None:
        return [side.problem] if side.problem else []
    understood = candidate.understood
    lines = [f"{understood.format}: {candidate.title}"]
    if len(side.listed) > 1:
        lines.append(f"{len(side.listed)} annotations")
    in_doubt = any(understood.order in doubt.text for doubt in doubts_of(side))
    if understood.order and not in_doubt:  # otherwise a line above names it
        lines.append(f"Order of layers: {understood.order}")
    lines += [
        f"Left out: {layer.title} ({counted(layer.n_segments, 'segment')}), {layer.reason}"
        for layer in understood.layers
        if not layer.taken
    ]
    if understood.evidence:
        lines.append(f"Times in {understood.unit}: {understood.evidence}")
    if understood.encoding:
        lines.append(f"Text in {understood.encoding}")
    return lines


def _tell(alike: Mapping[Side, Asked], pair: ShownPair | None) -> None:
    """Show one ambiguity, and the scores of each other reading."""
    asked = list(alike.values())
    side, doubt = asked[0]
    icon = "tune" if doubt.kind == _CHOSEN else "warning"
    (role,) = alike if len(alike) == 1 else ("both",)
    same = all(other.text == doubt.text for _, other in asked)
    text = doubt.text if same else without_asides(doubt.text)
    state = "" if doubt.kind == _CHOSEN else "Ambiguous: "
    lines = [f"**{role.capitalize()}**: {state}{plain(text)}."]
    lines += filter(None, [_effect(asked, pair) if pair else ""])
    place = side.slot if len(asked) == 1 else "both"
    with st.container(
        horizontal=True, vertical_alignment="center", key=f"doubt_{place}_{doubt.kind}"
    ):
        st.markdown(f":material/{icon}: " + "  \n".join(f":small[{line}]" for line in lines))
        doubt_buttons(asked, f"doubt_{place}")


def _effect(asked: Sequence[Asked], pair: ShownPair) -> str:
    """Write the pair's score as it is, and with each other reading of the sides."""
    _, doubt = asked[0]
    if not doubt.others:
        return ""
    scores = {"as chosen" if doubt.kind == _CHOSEN else "now": _scored(pair)}
    for number, way in enumerate(doubt.others):
        so = {side.slot: (side, other.others[number].choices) for side, other in asked}
        scores[way.text] = _scored_so(so, pair)
    written = [
        ", ".join(f"{values[at]} {way}" for way, values in scores.items())
        for at in range(len(VARIANTS))
    ]
    text = "; ".join(f"{variant} {score}" for variant, score in zip(VARIANTS, written, strict=True))
    reference = pair.aligned[0]
    window = effective_window(reference.end, session.pair.window)
    width = reference.notation.width(window, "∞")
    # With one layer both variants are the same.
    return f"$T_F$ at w = {width}: {text if len(set(written)) > 1 else written[0]}."


def _scored_so(so: Mapping[Side, tuple[ReadSide, Choices]], pair: ShownPair) -> tuple[str, ...]:
    both = {side.slot: side for side in (pair.reference, pair.estimate)}
    try:
        for slot, (side, choices) in so.items():
            if candidate := side.read(choices):
                both[slot] = open_side(slot, candidate)
            else:
                return ("none",) * len(VARIANTS)
        return _scored(pair_up(both[pair.reference.slot], both[pair.estimate.slot]))
    except HierscopeError:
        return ("none",) * len(VARIANTS)


def _scored(pair: ShownPair) -> tuple[str, ...]:
    window = effective_window(pair.aligned[0].end, session.pair.window)
    result = computed.scores_at(Setup.of(*pair.aligned, session.pair), window)
    return tuple(f"{result.scores[variant].f_measure[0]:.3f}" for variant in VARIANTS)
