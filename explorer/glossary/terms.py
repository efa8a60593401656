"""The words of the glossary, in the field's terms; how they are found is in explorer.glossary."""

from __future__ import annotations

from dataclasses import dataclass

OWN = "hierscope; not in the paper"
"""The source of what has none but this program."""

GROUPS = (
    "The pair", "Triplets", "Scores", "How they are computed", "Other measures", "Causes",
    "Styles",
)  # fmt: skip
"""The parts of the glossary, in their order."""


@dataclass(frozen=True)
class Term:
    """One word, and what it means."""

    id: str
    """Its name in an address."""
    name: str
    symbol: str
    """As it is written in formulas, in LaTeX; may be empty."""
    group: str
    """One of :data:`GROUPS`."""
    text: str
    """One to three sentences, in Markdown."""
    source: str
    """A section or an equation of the paper, or what else it is from."""
    see: tuple[str, ...]
    """The ids of related terms."""
    formula: str = ""
    """In LaTeX; may be empty."""


_PAIR, _TRIPLETS, _SCORES, _COMPUTED, _OTHER, _CAUSES, _STYLES = GROUPS

TERMS = (
    Term(
        "reference", "reference", "H_R", _PAIR,
        "The hierarchy that is taken as the truth, commonly a human annotator's. Recall asks how "
        "much of its order the estimate finds.",
        "Section 3.1", ("estimate", "recall", "inter-annotator-agreement"),
    ),
    Term(
        "estimate", "estimate", "H_E", _PAIR,
        "The hierarchy that is judged, commonly an algorithm's; a second annotator's may take its "
        "place. Precision asks how much of its order the reference has: to exchange the two is to "
        "exchange recall and precision.",
        "Section 3.1, Eq. 7", ("reference", "precision", "hierarchy"),
    ),
    Term(
        "hierarchy", "hierarchy", "H", _PAIR,
        "A list of layers, coarse to fine, that all divide the same track. A flat segmentation is "
        "a hierarchy of one layer. The paper counts the undivided track as one layer more, $S^0$; "
        "here that is depth 0.",
        "Section 3.1", ("layer", "nested", "depth"),
    ),
    Term(
        "layer", "layer", r"S^l", _PAIR,
        "One flat segmentation within a hierarchy. Its level is its number from above: 1 is the "
        "coarsest.",
        "Section 3.1", ("hierarchy", "segment", "layer-weight"),
    ),
    Term(
        "boundary", "boundary", "", _PAIR,
        "A time at which one segment of a layer ends and the next begins. The first and the last "
        "are the ends of the track, the same in all layers.",
        "Section 2", ("segment", "hit-rate", "effect"),
    ),
    Term(
        "segment", "segment", "S(i)", _PAIR,
        "The stretch between two neighbouring boundaries of a layer; $S(i)$ is the one that holds "
        "frame $i$.",
        "Section 3.1", ("boundary", "label", "lca"),
    ),
    Term(
        "label", "label", "", _PAIR,
        "The name of a segment, such as A or verse; segments of one label have one colour. "
        "T-measures compare boundaries only, so no label changes them; the L-measure compares "
        "labels.",
        "Sections 2 and 6", ("segment", "boundary", "l"),
    ),
    Term(
        "nested", "nested", "", _PAIR,
        "A layer refines the one above if each of its segments lies in exactly one segment above, "
        "that is, if it has all boundaries of the layer above. Hierarchies that are not nested are "
        "scored as mir_eval does: the deepest layer that two frames share counts, whatever the "
        "layers above it say.",
        "Footnote 2; mir_eval", ("hierarchy", "depth", "mir-eval", "monotonic"),
    ),
    Term(
        "monotonic", "monotonic", "", _PAIR,
        "What is apart in a layer is apart in all below: boundaries are nested, and no label comes "
        "under several labels above. mir_eval asks for neither (its issue 409 would), so a label "
        "under two others lets their segments meet. Where that is mended, by *Tell labels apart* "
        "or `--repair monocast`, $L_F$ of the two annotators of a pop song goes over the whole "
        "track from 0.869 to 0.865, and T stays.",
        "Issue 409 of mir_eval; bnl's mono_casting", ("nested", "meet", "l", "label"),
    ),
    Term(
        "over-segmentation", "over-segmentation", "", _PAIR,
        "The estimate has more boundaries than the deepest layer of the reference. In the paper's "
        "example that costs precision at small windows; at large ones the reference agrees with "
        "most of what the estimate tells apart, and recall falls.",
        "Section 4.2.2, Figure 6", ("under-segmentation", "precision", "window"),
    ),
    Term(
        "under-segmentation", "under-segmentation", "", _PAIR,
        "The estimate lacks boundaries of the reference. In the paper's example that costs recall "
        "at small windows; with larger ones recall rises and precision falls.",
        "Section 4.2.1, Figure 4", ("over-segmentation", "recall", "window"),
    ),
    Term(
        "inter-annotator-agreement", "inter-annotator agreement", "", _PAIR,
        "How well two people who annotated the same track agree, as $T_F$ of one against the "
        "other. The paper takes it for the ceiling of algorithms, but it is no bound.",
        "Section 5.1, Figure 9", ("f-measure", "reference", "baseline", "mean-of-the-others"),
    ),
    Term(
        "mean-of-the-others", "mean of the others", "", _PAIR,
        "The mean over all annotators of a track, each as the reference, of the mean score of the "
        "others. It is no bound: the best of them, or a method, can score more. *Nearest* takes "
        "the best of the others in place of their mean; the *floor* takes random boundaries, as "
        "many in each layer as the annotator has.",
        OWN, ("inter-annotator-agreement", "baseline", "reference"),
    ),
    Term(
        "baseline", "baseline", "", _PAIR,
        "What a score is seen beside: an estimate with as many boundaries in each layer as the "
        "reference has, at random (with its labels in random order) or on a grid; the reference's "
        "coarsest layer alone; or another annotator.",
        OWN, ("inter-annotator-agreement", "estimate", "holm"),
    ),
    Term(
        "query", "query", "q", _TRIPLETS,
        "The frame from which the others are looked at: a hierarchy ranks them by how deep they "
        "share a segment with it. Each query has a score of its own, $g(q)$.",
        "Sections 3.2 and 3.3", ("g-of-q", "triplet", "queries-counted"),
    ),
    Term(
        "triplet", "triplet", "(q, i, j)", _TRIPLETS,
        "A query $q$ and two frames $i$ and $j$ of its window, of which a hierarchy ranks $i$ "
        "closer to $q$ than $j$. Recall counts the triplets of the reference, precision those of "
        "the estimate.",
        "Section 3.3, Eq. 5", ("query", "depth", "agree", "lost", "reduced"),
        r"H(q, i) \prec H(q, j)",
    ),
    Term(
        "depth", "depth", "d(q, i)", _TRIPLETS,
        "The level of the deepest layer of which one segment holds both frames: 1 for the coarsest "
        "layer, 0 where they share no segment but the whole track. The deeper two frames meet, the "
        "closer they are.",
        "Section 3.3", ("lca", "layer", "triplet"),
        r"d(q, i) = \max\,\{\,l : S^l(q) = S^l(i)\,\}",
    ),
    Term(
        "lca", "lowest common ancestor", "H(i, j)", _TRIPLETS,
        "The smallest segment that holds both frames; in the tree of a hierarchy, the node at "
        "which their branches meet. Its level is their depth. The paper says least common "
        "ancestor.",
        "Section 3.1, Figure 1, Eq. 2", ("depth", "segment"),
    ),
    Term(
        "meet", "meet", "m(q, i)", _TRIPLETS,
        "The deepest layer in which the segments of two frames have the same label, 0 where there "
        "is none: what the lowest common ancestor is for boundaries. The layers above need not "
        "agree. On Triplets it takes the place of the depth where L is chosen.",
        "McFee, Nieto, Farbood and Bello 2017", ("l", "label", "depth", "lca", "monotonic"),
        r"m(q, i) = \max\,\{\,l : \mathrm{label}_l(q) = \mathrm{label}_l(i)\,\}",
    ),
    Term(
        "agree", "agree", "", _TRIPLETS,
        "The other hierarchy, too, ranks $i$ closer to $q$ than $j$, at whatever depths. Only the "
        "triplets that agree score.",
        "Eq. 5", ("tie", "inverted", "g-of-q"),
        r"H_E(q, i) \prec H_E(q, j)",
    ),
    Term(
        "tie", "tie", "", _TRIPLETS,
        "The other hierarchy has $i$ and $j$ at the same depth from $q$, so it does not say which "
        "is closer. A tie is lost, for the precedence in Eq. 5 is strict.",
        "Section 4.1, Eq. 5", ("agree", "inverted", "lost"),
        r"H_E(q, i) = H_E(q, j)",
    ),
    Term(
        "inverted", "inverted", "", _TRIPLETS,
        "The other hierarchy ranks $j$ closer to $q$ than $i$. Such a triplet is lost, no more and "
        "no less than a tie.",
        "Eq. 5", ("agree", "tie", "lost"),
        r"H_E(q, j) \prec H_E(q, i)",
    ),
    Term(
        "lost", "loss", "1 - T", _TRIPLETS,
        "The triplets to which the other hierarchy does not agree: ties and inversions. All "
        "queries that count lose in equal parts of the score, and all triplets of a query in equal "
        "parts of that. Under Eq. 9's mean over all, queries without a triplet lose their part "
        "whole.",
        "Follows from Eq. 8 and 9", ("tie", "inverted", "block", "queries-counted"),
    ),
    Term(
        "block", "block", "", _TRIPLETS,
        "The triplets of one query whose $i$ lies in one stretch of time and whose $j$ in another, "
        "both of a single depth in either hierarchy, for L of a single meet; so all have the same "
        "outcome. Its loss is what it takes away from the score of the whole track.",
        OWN, ("triplet", "lost", "depth", "meet"),
    ),
    Term(
        "t-measures", "T-measures", "T", _SCORES,
        "The tree measures: recall, precision and F of triplets, for boundaries of hierarchies of "
        "any depths. They need no correspondence between the layers of the two.",
        "Sections 1.1 and 3", ("recall", "precision", "f-measure", "triplet"),
    ),
    Term(
        "g-of-q", "score of a query", "g(q)", _SCORES,
        "The share of a query's triplets to which the other hierarchy agrees; $1 - g(q)$ is what "
        "the query loses. $W(q)$ holds the frames of its window, and $Z_q$ counts its triplets: "
        "where there is none, $g(q)$ is not defined.",
        "Eq. 8", ("query", "triplet", "agree", "recall"),
        r"g(q; H_E, H_R, w) = \frac{1}{Z_q(w)} "
        r"\sum_{\substack{i, j \in W(q),\; i \neq q \\ H_R(q, i) \prec H_R(q, j)}} "
        r"[[H_E(q, i) \prec H_E(q, j)]]",
    ),
    Term(
        "recall", "recall", "T_R", _SCORES,
        "The mean of $g(q)$ over the queries, for the triplets of the reference: how much of the "
        "reference's order the estimate finds. $Q$ holds the queries that have a triplet; Eq. 9 as "
        "written has all $n$.",
        "Eq. 6 and 9", ("precision", "f-measure", "g-of-q", "queries-counted", "lost", "alike"),
        r"T_R(H_E, H_R; w) = \frac{1}{|Q|} \sum_{q \in Q} g(q; H_E, H_R, w)",
    ),
    Term(
        "precision", "precision", "T_P", _SCORES,
        "Recall with the hierarchies exchanged: how much of the estimate's order the reference "
        "has.",
        "Eq. 7", ("recall", "f-measure", "g-of-q", "queries-counted", "lost"),
        r"T_P(H_E, H_R; w) = T_R(H_R, H_E; w)",
    ),
    Term(
        "f-measure", "F-measure", "T_F", _SCORES,
        "The harmonic mean of recall and precision, weighted by $\\beta$; 0 where both are 0.",
        "Section 3.3", ("recall", "precision", "beta"),
        r"T_F = \frac{(1 + \beta^2)\, T_P\, T_R}{\beta^2\, T_P + T_R}",
    ),
    Term(
        "beta", "beta", r"\beta", _SCORES,
        "The weight of recall in the F-measure: above 1 recall counts more, below 1 precision. The "
        "paper's plain harmonic mean has $\\beta = 1$.",
        "mir_eval.util.f_measure", ("f-measure",),
    ),
    Term(
        "reduced", "reduced", "", _SCORES,
        "Counts only triplets whose depths differ by exactly one layer. The paper calls this a "
        "transitive reduction. Its tables and mir_eval compare layer numbers, also where no moment "
        "of a depth in between is in the window: they then leave out triplets that follow from no "
        "others.",
        "Section 3.5", ("full", "triplet", "depth"),
        r"d(q, i) = d(q, j) + 1",
    ),
    Term(
        "full", "full", "", _SCORES,
        "Counts all triplets, however many layers lie between $i$ and $j$. For a flat hierarchy "
        "that is the same as reduced.",
        "Sections 3.5 and 4.1", ("reduced", "triplet"),
        r"d(q, i) > d(q, j)",
    ),
    Term(
        "l", "L-measure", "L", _SCORES,
        "Recall, precision and F of triplets of labels: $i$ is closer to $q$ than $j$ if it "
        "shares the label of $q$ in a deeper layer, wherever in the track it is. Where no label "
        "comes twice in a layer it is the full T-measure. The paper counts the whole track, "
        "$w = \\infty$; a window, as that of T-measures, is hierscope's own, and capital and "
        "small letters are one label, as in mir_eval.",
        "McFee, Nieto, Farbood and Bello 2017; mir_eval",
        ("label", "meet", "t-measures", "full"),
        r"m(q, i) > m(q, j)",
    ),
    Term(
        "queries-counted", "queries counted", r"|Q| / n", _SCORES,
        "The share of queries (without frames, of time) that have any triplet within the window: "
        "in the reference for recall, in the estimate for precision. The mean leaves the others "
        "out, but for Eq. 9's mean over all, where they count as 0, and lose-the-frames, where "
        "they count as 1; where no query counts, the score is shown as a dash.",
        "mir_eval and the paper's tables; Eq. 9 has all queries",
        ("recall", "precision", "query", "paper-equation", "lose-the-frames"),
    ),
    Term(
        "effect", "effect of a boundary", r"\Delta T", _SCORES,
        "How a score would change if one boundary were removed from the estimate, or one added "
        "that the reference has and it lacks. *Per second later* is the rate at which $T_F$ "
        "changes as the boundary is moved later.",
        OWN, ("boundary", "f-measure", "estimate", "diagnosis"),
    ),
    Term(
        "window", "window", "w", _COMPUTED,
        "How far from the query $i$ and $j$ may lie. Eq. 8 has half of $w$ to each side, mir_eval "
        "and the paper's printed tables all of it; ∞ is the whole track. A larger window lets "
        "coarser structure count.",
        "Section 3.4, Eq. 8", ("convention", "layer-weight", "stable-stretch"),
        r"|q - x| \le w / 2",
    ),
    Term(
        "frame", "frame", "x", _COMPUTED,
        "A sample of the track; queries and triplets are counted in frames. Frames need not be "
        "evenly spaced: beats or onsets may take their place.",
        "Section 3.1, footnote 1", ("frame-size", "frameless", "query", "own-frame"),
    ),
    Term(
        "frame-size", "frame size", "1 / f_r", _COMPUTED,
        "The time from one frame to the next. Windows and boundaries are rounded to frames, an "
        "error that weighs most in small windows.",
        "Section 3.1", ("frame", "frameless", "convention"),
    ),
    Term(
        "convention", "convention", "", _COMPUTED,
        "What the window means, how times become frames, and whether queries without a triplet "
        "count. The paper's text, its printed tables and mir_eval differ in these, so numbers are "
        "comparable only under one convention.",
        OWN, ("mir-eval", "paper-tables", "paper-equation", "frameless", "lose-the-frames"),
    ),
    Term(
        "mir-eval", "mir_eval", "", _COMPUTED,
        "The library that T-measures are commonly computed with, and the convention that equals "
        "it: $w$ to each side, times rounded down in floating point, by which some windows and "
        "boundaries come out a frame early, and queries without a triplet left out.",
        "mir_eval.hierarchy.tmeasure, version 0.8.2", ("convention", "paper-tables", "frame-size"),
    ),
    Term(
        "paper-tables", "paper-tables", "", _COMPUTED,
        "The convention under which the paper's printed tables come out, but for a few digits: $w$ "
        "to each side, frames "
        "counted right, queries without a triplet left out.",
        "Figures 4 to 7, recomputed", ("convention", "mir-eval", "paper-equation"),
    ),
    Term(
        "paper-equation", "paper-equation", "", _COMPUTED,
        "The convention of Eq. 8 as written: half of $w$ to each side, both ends included. On "
        "request the mean is that of Eq. 9, in which queries without a triplet count as 0.",
        "Eq. 8 and 9", ("convention", "paper-tables", "window"),
    ),
    Term(
        "frameless", "frameless", "", _COMPUTED,
        "The limit of ever smaller frames, with $w$ to each side: lengths of time take the place "
        "of counts, and the mean over queries is an integral. It has no frame-size error. A "
        "pull request would make it the default of mir_eval's measures of labels (436, on issue "
        "432): for the two annotators of a pop song that takes $L_R$ of the whole track from 0.973 "
        "to 0.975.",
        f"{OWN}; Xi and McFee 2025 for the L-measure",
        ("convention", "frame-size", "frame", "lose-the-frames"),
        r"T_R = \frac{1}{|Q|} \int_Q g(q)\, dq",
    ),
    Term(
        "lose-the-frames", "lose-the-frames", "", _COMPUTED,
        "The convention of Xi and McFee's *Lose the Frames*: no frames, and a query without a "
        "triplet counts as 1, since nothing was there to be missed. For the two annotators of a "
        "pop song at $w = 3$ s, where 27 % of the time counts for recall, that takes the reduced "
        "$T_R$ from 0.926 to 0.980. One version of their package does so, while in another such a "
        "query leaves no score; both tell capital letters from small ones, which is not done here, "
        "and T-measures and windows under it are hierscope's own.",
        "Xi and McFee 2025; frameless-eval, commits 6186c58 and 2c6ad35",
        ("frameless", "queries-counted", "convention"),
        r"T_R = \frac{1}{|T|} \Bigl( \int_Q g(q)\, dq + |T| - |Q| \Bigr)",
    ),
    Term(
        "alike", "triplets weighted alike", "", _COMPUTED,
        "$T_R$ is a mean over queries, so a triplet weighs the more, the fewer its query has. Put "
        "together over all queries before they are divided (issue 421 of mir_eval asks why they "
        "are not), they take the reduced $T_F$ of the two annotators of a pop song, over the whole "
        "track, from 0.729 to 0.637. It is one more row beside the conventions on Compare.",
        "Issue 421 of mir_eval", ("recall", "g-of-q", "convention", "queries-counted"),
        r"T_R = \frac{\sum_q Z_q\, g(q)}{\sum_q Z_q}",
    ),
    Term(
        "own-frame", "the query's own frame", "q", _COMPUTED,
        "It is no $i$ and no $j$, in mir_eval and in all conventions here (issue 419 of mir_eval "
        "asks why). No hierarchy puts a frame closer to $q$ than $q$ itself: counted as an $i$, it "
        "takes the reduced $T_R$ of the two annotators of a pop song, at $w = 0.5$ s, from 0.694 "
        "to 0.700, at 15 s from 0.824 to 0.825. The smaller the frames, the less it weighs; "
        "without frames nothing.",
        "Eq. 8; issue 419 of mir_eval", ("query", "frame", "frameless"),
        r"i, j \neq q",
    ),
    Term(
        "layer-weight", "layer weight", "", _COMPUTED,
        "The share of a query's reduced triplets that one layer tells apart, as a mean over the "
        "queries that have any: the reduced $T_R$ of a flat estimate with only that layer. The "
        "weights of the layers of a nested hierarchy sum to 1.",
        OWN, ("layer", "reduced", "window"),
    ),
    Term(
        "crossing", "crossing", "", _COMPUTED,
        "A window at which two curves of a score change places, so that another estimate leads. A "
        "ranking of estimates holds between two crossings only.",
        OWN, ("window", "stable-stretch", "f-measure"),
    ),
    Term(
        "stable-stretch", "stable stretch", "", _COMPUTED,
        "Windows in a row over which a score stays within a tolerance: there it matters little "
        "which of them is chosen. The paper argues for its default in this way, too.",
        "After section 5.1", ("window", "crossing", "layer-weight"),
    ),
    Term(
        "hit-rate", "hit rate", "n_h", _OTHER,
        "Recall and precision of the boundaries of one layer: how many are matched, each at most "
        "once, to one of the other side within a tolerance. It knows no hierarchy.",
        "Section 2, Eq. 1; mir_eval.segment.detection",
        ("boundary", "trim", "median-deviation", "t-measures"),
        r"P = \frac{n_h}{n_e}, \quad R = \frac{n_h}{n_r}",
    ),
    Term(
        "trim", "trim", "", _OTHER,
        "To leave the first and the last boundary out of the hit rate: all estimates have the ends "
        "of the track, which would inflate it.",
        "Footnote 3; mir_eval.segment.detection", ("hit-rate", "boundary"),
    ),
    Term(
        "median-deviation", "median deviation", "", _OTHER,
        "The median time from each boundary of the reference to the nearest of the estimate "
        "(R2E), and the reverse (E2R). Fewer seconds are better; it depends on how many "
        "boundaries are estimated.",
        "Section 2; mir_eval.segment.deviation", ("hit-rate", "boundary"),
    ),
    Term(
        "pairwise", "pairwise scores", "", _OTHER,
        "Of two layers: the pairs of frames that have the same label in the reference, and how "
        "many of them have the same in the estimate (recall); the reverse is precision. Names of "
        "labels do not count, only what shares one. An estimate that splits too much loses recall. "
        "Without frames, pairs of pieces count by the product of their lengths.",
        "Levy and Sandler 2008; mir_eval.segment.pairwise; Xi and McFee 2025 without frames",
        ("v-measure", "nce", "l", "label", "frameless"),
        r"P = \frac{|A_R \cap A_E|}{|A_E|}, \quad R = \frac{|A_R \cap A_E|}{|A_R|}",
    ),
    Term(
        "nce", "normalised conditional entropies", "S", _OTHER,
        "Of two layers: how much of one side's label of a frame is left open where the other's is "
        "known, against as many labels that are equally long. $S_O$ falls where the estimate "
        "splits too much, and is called precision here; $S_U$ where it splits too little, and is "
        "called recall: the reverse of pairwise scores. Of a layer with one label mir_eval makes "
        "it 0.",
        "Lukashevich 2008; mir_eval.segment.nce", ("v-measure", "pairwise", "label"),
        r"S_O = 1 - \frac{H(E \mid R)}{\log_2 n_E}, \quad "
        r"S_U = 1 - \frac{H(R \mid E)}{\log_2 n_R}",
    ),
    Term(
        "v-measure", "V-measure", "V", _OTHER,
        "As the normalised conditional entropies, but against the entropy that the layer's labels "
        "have, be they long or short. Precision falls where the estimate splits too much, recall "
        "where it splits too little. Of a layer with one label mir_eval makes it 0, even where "
        "both layers are the same.",
        "Rosenberg and Hirschberg 2007; mir_eval.segment.vmeasure", ("nce", "pairwise", "label"),
        r"V_P = 1 - \frac{H(E \mid R)}{H(E)}, \quad V_R = 1 - \frac{H(R \mid E)}{H(R)}",
    ),
    Term(
        "wilcoxon", "Wilcoxon's signed-rank test", "", _OTHER,
        "Whether two methods differ on the tracks that both have scored. The test is two-sided: "
        "its p-value is how often chance alone would favor one of them, whichever it is, as much "
        "as this or more.",
        "Wilcoxon 1945; scipy.stats.wilcoxon", ("holm", "friedman"),
    ),
    Term(
        "holm", "Holm's correction", "", _OTHER,
        "Of many comparisons some look different by chance. Holm's step-down raises the p-values "
        "for that: if all below 0.05 are called different, any of them is wrong in at most 5 % of "
        "cases. The smallest is multiplied by the number of comparisons, the next by one less, and "
        "none becomes smaller than one before it.",
        "Holm 1979", ("wilcoxon", "friedman"),
    ),
    Term(
        "friedman", "Friedman's test", r"\chi^2", _OTHER,
        "Whether any of three or more methods differs from the others, from their ranks on each "
        "track that all have scored; baselines do not count. Kendall's $W$ says how much tracks "
        "agree on the order: 1 is the same order in all.",
        "Friedman 1937; scipy.stats.friedmanchisquare", ("wilcoxon", "holm"),
    ),
    Term(
        "diagnosis", "diagnosis", "", _CAUSES,
        "What turns the estimate into the reference in the fewest edits, sorted into kinds of "
        "error: the causes of a low score. What is wrong is the same at every window and for every "
        "measure; what it is worth is not.",
        OWN, ("gain", "price", "overlap", "offset", "missing", "not-nested"),
    ),
    Term(
        "gain", "gain", r"T(\{c\}) - T(\{\})", _CAUSES,
        "What mending one cause alone adds to the score, all others left as they are. It need not "
        "be positive: a layer that is put in while all times are late is late, too.",
        OWN, ("share", "overlap", "price", "diagnosis"),
    ),
    Term(
        "share", "share of the loss", "", _CAUSES,
        "What a cause is worth among the others: the mean of what mending it first adds and of "
        "what mending it last adds, with $A$ all causes and $T(S)$ the score when those in $S$ "
        "are mended. Causes that are worth next to nothing are not named.",
        OWN, ("gain", "overlap", "lost"),
        r"\tfrac{1}{2} \left( T(\{c\}) - T(\{\}) + T(A) - T(A \setminus \{c\}) \right)",
    ),
    Term(
        "price", "price of a repair", "", _CAUSES,
        "How many boundaries a repair moves, adds, removes or puts into another layer, each "
        "counted in every layer that it changes. A repair that brings in much of the reference "
        "always gains; its price says so.",
        OWN, ("gain", "diagnosis", "boundary"),
    ),
    Term(
        "overlap", "overlap of causes", "", _CAUSES,
        "Two causes overlap where mending one takes away what mending the other would gain. One is "
        "marked if, with those before it mended, it adds less than half of what it gains alone.",
        OWN, ("gain", "share", "diagnosis"),
    ),
    Term(
        "offset", "offset", "", _CAUSES,
        "All times are late, or early, by one number: one edit mends them all. It is named only "
        "where it saves more than many boundaries that are each off by their own would.",
        OWN, ("scale", "shifted", "diagnosis"),
        r"t \mapsto t - \delta",
    ),
    Term(
        "scale", "scale of times", "", _CAUSES,
        "All times are those of the reference by one factor, as where another recording runs "
        "faster, or where milliseconds or frames were written for seconds.",
        OWN, ("offset", "shifted"),
        r"t \mapsto t / c",
    ),
    Term(
        "layers-reversed", "layers reversed", "", _CAUSES,
        "The layers run from fine to coarse, as files of some tools have them. No boundary need be "
        "wrong.",
        OWN, ("layer", "wrong-layer", "level-mismatch", "diagnosis"),
    ),
    Term(
        "level-mismatch", "level mismatch", "", _CAUSES,
        "The estimate is one level finer, or coarser: its layer 1 is the reference's layer 2, or "
        "the other way round. The repair leaves out the layer at one end, and puts the one that is "
        "lacking in at the other.",
        OWN, ("wrong-layer", "layer-missing", "layer-superfluous"),
    ),
    Term(
        "grid", "fixed grid", "", _CAUSES,
        "Boundaries in equal steps, of which the reference has less than 60 %. Some may look late, "
        "or stretched, but only by chance. The repair puts the reference's in their place.",
        OWN, ("spurious", "missing", "scale"),
    ),
    Term(
        "not-nested", "not nested", "", _CAUSES,
        "A deeper layer lacks boundaries of those above it. The repair gives them to all deeper "
        "layers; where one lies within 3 s of its copy it is moved onto it first, if that takes "
        "fewer edits.",
        OWN, ("nested", "layer", "diagnosis"),
    ),
    Term(
        "layer-superfluous", "superfluous layer", "", _CAUSES,
        "A layer of the estimate stands for none of the reference's, or says what another of its "
        "layers says. The repair leaves it out.",
        OWN, ("layer-missing", "wrong-layer", "layer"),
    ),
    Term(
        "layer-missing", "missing layer", "", _CAUSES,
        "No layer of the estimate stands for one of the reference's. The repair puts it in, whole: "
        "look at its price.",
        OWN, ("layer-superfluous", "missing", "price"),
    ),
    Term(
        "swallowed", "swallowed stretch", "", _CAUSES,
        "One segment, of at least 15 % of the track, where the other side has three boundaries or "
        "more: silence, or a stretch that was not annotated. Boundaries that stand for the "
        "segment's own ends count, so only two, or one, may be missing. A segment of the "
        "reference counts only where a layer above it has boundaries there. A deeper layer of one "
        "segment is such a stretch, as long as the track.",
        OWN, ("missing", "segment", "diagnosis"),
    ),
    Term(
        "wrong-layer", "wrong layer", "", _CAUSES,
        "A boundary that the reference has, too, but in coarser layers (then the estimate's is too "
        "fine) or in finer ones only (then it is too coarse). Its time stays when it is mended.",
        OWN, ("layer", "shifted", "layers-reversed"),
    ),
    Term(
        "shifted", "shifted boundary", "", _CAUSES,
        "A boundary that stands for one of the reference, more than 0.05 s away: less than 3 s and "
        "half of a short segment, or further between long segments and between the same labels. "
        "The repair moves it there, in all layers that have it.",
        OWN, ("offset", "missing", "spurious"),
    ),
    Term(
        "missing", "missing boundary", "", _CAUSES,
        "A boundary of the reference for which none of the estimate stands: none is near enough "
        "(most often 3 s), or it stands for another one. Many of them are an under-segmentation.",
        OWN, ("spurious", "under-segmentation", "swallowed", "shifted"),
    ),
    Term(
        "spurious", "spurious boundary", "", _CAUSES,
        "A boundary of the estimate that stands for none of the reference. Many of them are an "
        "over-segmentation.",
        OWN, ("missing", "over-segmentation", "shifted", "grid"),
    ),
    # Sections and equations of these are of Ens and Pasquier, CAEMSI, ICCC 2018.
    Term(
        "ncd", "normalized compression distance", r"D(x, y)", _STYLES,
        "How little is saved where two strings are compressed together: near 0 where "
        "one tells nothing new after the other, near 1 where they have nothing in common. Real "
        "compressors go a little beyond 1; nothing is clipped. It depends on the compressor and "
        "its version.",
        "CAEMSI, Eq. 2", ("compressor", "within-and-between"),
        r"D(x, y) = \frac{K(xy) - \min(K(x), K(y))}{\max(K(x), K(y))}",
    ),
    Term(
        "compressor", "compressor", "K", _STYLES,
        "It stands in for the length of the shortest description of a string. zlib, the paper's, "
        "finds repetitions no more than 32 kB back: to it two longer copies of one file can be "
        "strangers. lzma and zstd look 8 MB back.",
        "CAEMSI, section on distance", ("ncd",),
    ),
    Term(
        "within-and-between", "within and between", r"w_A,\ w_B,\ b_{AB}", _STYLES,
        "The distances of all pairs of items of corpus A, of corpus B, and of an item of A with "
        "one of B. Corpora differ where those between are the larger ones.",
        "CAEMSI, Eqs. 3 to 5", ("ncd", "p-diff", "p-eqv"),
    ),
    Term(
        "permutation-test", "permutation test", "", _STYLES,
        "If corpora did not differ, it would not matter which item belongs to which. So labels are "
        "dealt anew many times: p is the share of these labellings whose statistic is at least "
        "as extreme as the one that was observed.",
        "CAEMSI, section on tests", ("p-diff", "p-eqv"),
    ),
    Term(
        "p-diff", "p_diff", r"p_{diff}", _STYLES,
        "The p-value of the test for difference. Its statistic is the mean distance between the "
        "corpora over that within them. A small value says that they differ; a large one says "
        "nothing: that no difference is found does not make them alike.",
        "CAEMSI, Eq. 6", ("permutation-test", "within-and-between", "p-eqv", "level"),
        r"T = \frac{\overline{b_{AB}}}{\overline{w_A \cup w_B}}",
    ),
    Term(
        "p-eqv", "p_eqv", r"p_{eqv}", _STYLES,
        "The p-value of the test for equivalence, the larger of two: λ of A compares the median "
        "ranks of $w_A$ and $b_{AB}$, λ of B those of $w_B$ and $b_{AB}$, each by two one-sided "
        "tests, both of which must be passed: $T_I$ is the median rank within less that between "
        "less the margin, $T_S$ that between less that within less the margin. A small value says "
        "that the medians lie within the margin of each other. Distances of one item depend on "
        "each other, so near the margin it is small too often.",
        "CAEMSI, Eq. 8", ("equivalence-margin", "p-diff", "permutation-test"),
    ),
    Term(
        "equivalence-margin", "equivalence margin", r"\epsilon", _STYLES,
        "How far apart medians may lie and still be called equivalent, as a share of all ranks. It "
        "is chosen before looking, for a wider one calls more corpora equivalent. Where all "
        "distances within are smaller than all between, even 0.5, the widest on the page, is too "
        "narrow. The paper takes 0.15, 0.1 and 0.075 for 25, 50 and 100 items.",
        "CAEMSI, section on equivalence", ("p-eqv", "delta"),
    ),
    Term(
        "delta", "δ/L", r"\delta / L", _STYLES,
        "The median rank of the distances within a corpus less that of those between, over the "
        "number of both: the size of the effect that the margin is compared with.",
        OWN, ("equivalence-margin", "p-eqv"),
    ),
    Term(
        "level", "level", r"\alpha", _STYLES,
        "How often a test may find what is not there: 0.05 by custom. p-values below it are called "
        "significant.",
        "CAEMSI, Eq. 10", ("p-diff", "p-eqv"),
    ),
)  # fmt: skip
"""All terms, in the order in which they are explained."""
