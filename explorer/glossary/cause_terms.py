"""The words of the glossary that diagnoses use: what is wrong, and what mending it is worth."""

from __future__ import annotations

from explorer.glossary.terms import CAUSES, OWN, Term

CAUSE_TERMS = (
    Term(
        "diagnosis", "diagnosis", "", CAUSES,
        "What turns the estimate into the reference in the fewest edits, sorted into kinds of "
        "error: the causes of a low score. What is wrong is the same at every window and for every "
        "measure; what it is worth is not.",
        OWN, ("gain", "price", "overlap", "offset", "missing", "not-nested"),
    ),
    Term(
        "gain", "gain", r"T(\{c\}) - T(\{\})", CAUSES,
        "What mending one cause alone adds to the score, all others left as they are. It need not "
        "be positive: a layer that is put in while all times are late is late, too.",
        OWN, ("share", "overlap", "price", "diagnosis"),
    ),
    Term(
        "share", "share of the loss", "", CAUSES,
        "What a cause is worth among the others: the mean of what mending it first adds and of "
        "what mending it last adds, with $A$ all causes and $T(S)$ the score when those in $S$ "
        "are mended. Causes that are worth next to nothing are not named.",
        OWN, ("gain", "overlap", "lost"),
        r"\tfrac{1}{2} \left( T(\{c\}) - T(\{\}) + T(A) - T(A \setminus \{c\}) \right)",
    ),
    Term(
        "price", "price of a repair", "", CAUSES,
        "How many boundaries a repair moves, adds, removes or puts into another layer, each "
        "counted in every layer that it changes. A repair that brings in much of the reference "
        "always gains; its price says so.",
        OWN, ("gain", "diagnosis", "boundary"),
    ),
    Term(
        "overlap", "overlap of causes", "", CAUSES,
        "Two causes overlap where mending one takes away what mending the other would gain. One is "
        "marked if, with those before it mended, it adds less than half of what it gains alone.",
        OWN, ("gain", "share", "diagnosis"),
    ),
    Term(
        "offset", "offset", "", CAUSES,
        "All times are late, or early, by one number: one edit mends them all. It is named only "
        "where it saves more than many boundaries that are each off by their own would.",
        OWN, ("scale", "shifted", "diagnosis"),
        r"t \mapsto t - \delta",
    ),
    Term(
        "scale", "scale of times", "", CAUSES,
        "All times are those of the reference by one factor, as where another recording runs "
        "faster, or where milliseconds or frames were written for seconds.",
        OWN, ("offset", "shifted"),
        r"t \mapsto t / c",
    ),
    Term(
        "layers-reversed", "layers reversed", "", CAUSES,
        "The layers run from fine to coarse, as files of some tools have them. No boundary need be "
        "wrong.",
        OWN, ("layer", "wrong-layer", "level-mismatch", "diagnosis"),
    ),
    Term(
        "level-mismatch", "level mismatch", "", CAUSES,
        "The estimate is one level finer, or coarser: its layer 1 is the reference's layer 2, or "
        "the other way round. The repair leaves out the layer at one end, and puts the one that is "
        "lacking in at the other.",
        OWN, ("wrong-layer", "layer-missing", "layer-superfluous"),
    ),
    Term(
        "grid", "fixed grid", "", CAUSES,
        "Boundaries in equal steps, of which the reference has less than 60 %. Some may look late, "
        "or stretched, but only by chance. The repair puts the reference's in their place.",
        OWN, ("spurious", "missing", "scale"),
    ),
    Term(
        "not-nested", "not nested", "", CAUSES,
        "A deeper layer lacks boundaries of those above it. The repair gives them to all deeper "
        "layers; where one lies within 3 s of its copy it is moved onto it first, if that takes "
        "fewer edits.",
        OWN, ("nested", "layer", "diagnosis"),
    ),
    Term(
        "layer-superfluous", "superfluous layer", "", CAUSES,
        "A layer of the estimate stands for none of the reference's, or says what another of its "
        "layers says. The repair leaves it out.",
        OWN, ("layer-missing", "wrong-layer", "layer"),
    ),
    Term(
        "layer-missing", "missing layer", "", CAUSES,
        "No layer of the estimate stands for one of the reference's. The repair puts it in, whole: "
        "look at its price.",
        OWN, ("layer-superfluous", "missing", "price"),
    ),
    Term(
        "swallowed", "swallowed stretch", "", CAUSES,
        "One segment, of at least 15 % of the track, where the other side has three boundaries or "
        "more: silence, or a stretch that was not annotated. Boundaries that stand for the "
        "segment's own ends count, so only two, or one, may be missing. A segment of the "
        "reference counts only where a layer above it has boundaries there. A deeper layer of one "
        "segment is such a stretch, as long as the track.",
        OWN, ("missing", "segment", "diagnosis"),
    ),
    Term(
        "wrong-layer", "wrong layer", "", CAUSES,
        "A boundary that the reference has, too, but in coarser layers (then the estimate's is too "
        "fine) or in finer ones only (then it is too coarse). Its time stays when it is mended.",
        OWN, ("layer", "shifted", "layers-reversed"),
    ),
    Term(
        "shifted", "shifted boundary", "", CAUSES,
        "A boundary that stands for one of the reference, more than 0.05 s away: less than 3 s and "
        "half of a short segment, or further between long segments and between the same labels. "
        "The repair moves it there, in all layers that have it.",
        OWN, ("offset", "missing", "spurious"),
    ),
    Term(
        "missing", "missing boundary", "", CAUSES,
        "A boundary of the reference for which none of the estimate stands: none is near enough "
        "(most often 3 s), or it stands for another one. Many of them are an under-segmentation.",
        OWN, ("spurious", "under-segmentation", "swallowed", "shifted"),
    ),
    Term(
        "spurious", "spurious boundary", "", CAUSES,
        "A boundary of the estimate that stands for none of the reference. Many of them are an "
        "over-segmentation.",
        OWN, ("missing", "over-segmentation", "shifted", "grid"),
    ),
)  # fmt: skip
"""All terms of diagnoses, in the order in which they are explained."""
