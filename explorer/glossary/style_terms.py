"""The words of the glossary for comparing corpora; see :mod:`explorer.glossary.terms`.

Sections and equations are those of Ens and Pasquier, CAEMSI, ICCC 2018.
"""

from __future__ import annotations

from explorer.glossary.terms import OWN, STYLES, Term

STYLE_TERMS = (
    Term(
        "ncd", "normalized compression distance", r"D(x, y)", STYLES,
        "How little is saved where two strings are compressed together: near 0 where "
        "one tells nothing new after the other, near 1 where they have nothing in common. Real "
        "compressors go a little beyond 1; nothing is clipped. It depends on the compressor and "
        "its version.",
        "CAEMSI, Eq. 2", ("compressor", "within-and-between"),
        r"D(x, y) = \frac{K(xy) - \min(K(x), K(y))}{\max(K(x), K(y))}",
    ),
    Term(
        "compressor", "compressor", "K", STYLES,
        "It stands in for the length of the shortest description of a string. zlib, the paper's, "
        "finds repetitions no more than 32 kB back: to it two longer copies of one file can be "
        "strangers. lzma and zstd look 8 MB back.",
        "CAEMSI, section on distance", ("ncd",),
    ),
    Term(
        "within-and-between", "within and between", r"w_A,\ w_B,\ b_{AB}", STYLES,
        "The distances of all pairs of items of corpus A, of corpus B, and of an item of A with "
        "one of B. Corpora differ where those between are the larger ones.",
        "CAEMSI, Eqs. 3 to 5", ("ncd", "p-diff", "p-eqv"),
    ),
    Term(
        "permutation-test", "permutation test", "", STYLES,
        "If corpora did not differ, it would not matter which item belongs to which. So labels are "
        "dealt anew many times: p is the share of these labellings whose statistic is at least "
        "as extreme as the one that was observed.",
        "CAEMSI, section on tests", ("p-diff", "p-eqv"),
    ),
    Term(
        "p-diff", "p_diff", r"p_{diff}", STYLES,
        "The p-value of the test for difference. Its statistic is the mean distance between the "
        "corpora over that within them. A small value says that they differ; a large one says "
        "nothing: that no difference is found does not make them alike.",
        "CAEMSI, Eq. 6", ("permutation-test", "within-and-between", "p-eqv", "level"),
        r"T = \frac{\overline{b_{AB}}}{\overline{w_A \cup w_B}}",
    ),
    Term(
        "p-eqv", "p_eqv", r"p_{eqv}", STYLES,
        "The p-value of the test for equivalence, the larger of two: λ of A compares the median "
        "ranks of $w_A$ and $b_{AB}$, λ of B those of $w_B$ and $b_{AB}$, each by two one-sided "
        "tests, both of which must be passed: $T_I$ is the median rank within less that between "
        "less the margin, $T_S$ that between less that within less the margin. A small value says "
        "that the medians lie within the margin of each other. Distances of one item depend on "
        "each other, so near the margin it is small too often.",
        "CAEMSI, Eq. 8", ("equivalence-margin", "p-diff", "permutation-test"),
    ),
    Term(
        "equivalence-margin", "equivalence margin", r"\epsilon", STYLES,
        "How far apart medians may lie and still be called equivalent, as a share of all ranks. It "
        "is chosen before looking, for a wider one calls more corpora equivalent. Where all "
        "distances within are smaller than all between, even 0.5, the widest on the page, is too "
        "narrow. The paper takes 0.15, 0.1 and 0.075 for 25, 50 and 100 items.",
        "CAEMSI, section on equivalence", ("p-eqv", "delta"),
    ),
    Term(
        "delta", "δ/L", r"\delta / L", STYLES,
        "The median rank of the distances within a corpus less that of those between, over the "
        "number of both: the size of the effect that the margin is compared with.",
        OWN, ("equivalence-margin", "p-eqv"),
    ),
    Term(
        "level", "level", r"\alpha", STYLES,
        "How often a test may find what is not there: 0.05 by custom. p-values below it are called "
        "significant.",
        "CAEMSI, Eq. 10", ("p-diff", "p-eqv"),
    ),
)  # fmt: skip
"""In the order in which they are explained."""
