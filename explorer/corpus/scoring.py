"""The part of the page Corpus that matches files and scores the pairs."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from core.corpus.baselines import OTHER, with_baselines
from core.corpus.items import Pairs, Problem
from core.corpus.job import Job, Outcome, Update, every_flat, run, score_item
from core.corpus.results import Results
from core.corpus.room import make_room, mark_used, quota, remove_results
from core.corpus.sources.upload import from_upload
from core.corpus.updating import update_results
from core.corpus.why import DIAGNOSED
from core.errors import HierscopeError, ReadError, ScoreError
from core.files.access import ClosedError, Whose, expanded, without_places
from core.hierarchy import Hierarchy
from core.io import Choices
from core.notes import MAY_CHANGE, general, lesser_words
from core.wording import counted
from explorer import session
from explorer.corpus import computed as corpus_computed
from explorer.corpus.computed import Kept
from explorer.corpus.sources import (
    IN_MEMORY,
    CorpusSource,
    in_memory,
    sample,
    source_kind,
    turn,
)
from explorer.machine import for_this_machine, workers
from explorer.messages.inspection import too_long
from explorer.session.around_streamlit import plain
from explorer.state.corpus import CorpusForm, CorpusState
from explorer.tables.corpus import note_rows
from explorer.widgets.fields import look_again, switch
from explorer.widgets.paths import salami_folder
from explorer.widgets.progress import Watch
from explorer.widgets.text import long_table

_KINDS = 3  # number of reasons that are named


def file_of(source: CorpusSource | None) -> Kept | None:
    if source is None:
        return None
    if source[0] == "results":
        whose: Whose = "own" if source[1] == session.corpus.upload else "named"
        return corpus_computed.kept(expanded(source[1]), whose)
    # The folder also has results of the server's owner.
    offered = source[0] in IN_MEMORY or source == ("salami", salami_folder())
    if not (offered or for_this_machine()):
        raise ClosedError(source[1])
    return _stored(source, current_job())


def _stored(source: CorpusSource, job: Job) -> Kept | None:
    """Return the state of a source's results; delete those that can't be read, such as older ones.

    They are in hierscope's own folder and can be computed again.
    """
    path = corpus_computed.results_path(source, job)
    mark_used(path)
    file = corpus_computed.kept(path)
    if file is None:
        return None
    try:
        corpus_computed.results(file)
    except ReadError:
        remove_results(path.stem, path.parent)
        session.corpus.scored = "The stored results could not be read and were deleted."
        return None
    return file


def matching(source: CorpusSource, file: Kept | None) -> None:
    if source[0] == "results":
        if file is None:
            gone = (
                "The uploaded file is gone. Upload it again."
                if source[1] == session.corpus.upload
                else f"{plain(source[1])}: there is no such file."
            )
            st.error(gone, icon=":material/error:")
        return
    corpus, problem = corpus_computed.matched_pairs(source, turn())
    if corpus is None:
        st.error(plain(problem), icon=":material/error:")
        return
    switch(
        session.corpus_form,
        CorpusForm.baselines,
        "With baselines",
        "Adds methods that others should beat: random boundaries and a grid, with as many "
        "boundaries in each layer as the reference; the reference's coarsest layer; another "
        "annotator, if there is one.",
    )
    switch(
        session.corpus_form,
        CorpusForm.flat,
        "With flat measures",
        "Adds hit rates, pairwise, V-measure and conditional entropies: of the coarsest layers, of "
        "the finest, and of the two layers with the best F. They are saved as separate results.",
    )
    text, again, score = st.columns([3, 1, 1.2], vertical_alignment="center")
    text.markdown(matched_words(corpus))
    corpus = with_baselines(corpus) if session.corpus_form.baselines else corpus
    if source[0] not in IN_MEMORY:
        look_again(again, session.corpus, CorpusState.turn, "Match the files again.")
    pressed = score.button(
        "Bring up to date" if file else f"Score {len(corpus.items):,}",
        icon=":material/play_arrow:",
        key="corpus_score",
        type="secondary" if file else "primary",
        disabled=not corpus.items,
        width="stretch",
        help=f"Scores every measure at 60 windows, and diagnoses low scores at {len(DIAGNOSED)} of "
        "them. Results are saved: only files that changed are scored again.",
    )
    if file is None:
        problems(corpus.problems)
        if corpus_computed.other_results(source):
            st.info(
                "This corpus was scored with other settings. Restore those settings to see the "
                "scores, or score it with the current ones.",
                icon=":material/tune:",
            )
    if pressed:
        _score(source, corpus, current_job())


def sample_file(source: CorpusSource) -> tuple[Kept | None, Job | None]:
    """Return the sample's results to show, and the job to start without a click, if any."""
    job = current_job()
    if (file := _complete(source, job)) is not None:
        return file, None
    first = replace(job, diagnosed=())  # takes about a second; the diagnosis comes second
    file = _complete(source, first)
    job = first if file is None else job
    return file, None if session.corpus.tried == _attempt(source, job) else job


def score_sample_ahead() -> None:
    """Score the sample as its first visitor will, in a process without visitors."""
    name, corpus = sample()
    source, job = ("sample", name, corpus.reference), Job(diagnosed=DIAGNOSED)
    path = corpus_computed.results_path(source, job)
    if corpus_computed.kept(path):
        return
    pairs = from_upload(corpus, corpus.reference)
    # The server may score the same, and would find this file locked.
    with TemporaryDirectory(dir=path.parent) as folder:
        ready = Path(folder, path.name)
        update_results(
            ready, pairs.items, job, problems=pairs.problems, scoring=_scoring(source, job)
        )
        ready.replace(path)


def _complete(source: CorpusSource, job: Job) -> Kept | None:
    """Return the sample's results under a job, if complete."""
    file = _stored(source, job)
    if file is None:
        return None
    scored, pairs = corpus_computed.results(file).items, _sample_pairs(source).items
    counts = [sum(item.baseline != OTHER for item in items) for items in (scored, pairs)]
    return file if counts[0] == counts[1] else None


def score_sample(source: CorpusSource, job: Job) -> None:
    """Score the sample; after a click on Stop only the button continues."""
    _score(source, _sample_pairs(source), job)


def _sample_pairs(source: CorpusSource) -> Pairs:
    pairs, problem = corpus_computed.matched_pairs(source, turn())
    assert pairs is not None, problem
    return with_baselines(pairs) if session.corpus_form.baselines else pairs


def _attempt(source: CorpusSource, job: Job) -> str:
    return f"{corpus_computed.results_path(source, job)} {session.corpus_form.baselines}"


def _note_attempt(attempt: str) -> None:
    session.corpus.tried = attempt


def scored_note() -> None:
    if message := session.corpus.pop(CorpusState.scored):
        st.caption(message)


def current_job() -> Job:
    read = Choices(functions=source_kind() == "salami" and session.corpus_form.functions)
    return Job(
        settings=session.pair.settings,
        keep_silent=session.pair.keep_silent,
        diagnosed=DIAGNOSED,
        flat=every_flat() if session.corpus_form.flat else (),
        reference_read=read,
        estimate_read=read,
    )


def matched_words(corpus: Pairs) -> str:
    if not corpus.items:
        return "**No pair was found.**"
    tracks = len({item.track for item in corpus.items})
    methods = list(dict.fromkeys(item.method for item in corpus.items))
    by = plain(methods[0]) if len(methods) == 1 else f"{len(methods)} methods"
    return f"**{counted(len(corpus.items), 'pair')}** of {counted(tracks, 'track')}, by {by}."


def problem_words(listed: Sequence[Problem]) -> str:
    """Show how many files were left out, with the most frequent reasons."""
    kinds = Counter(general(problem.reason) for problem in listed)
    if len(kinds) == 1:
        return f"Left out: {len(listed):,} ({kinds.popitem()[0]})"
    parts = [f"{count:,}: {kind}" for kind, count in kinds.most_common(_KINDS)]
    rest = len(listed) - sum(count for _, count in kinds.most_common(_KINDS))
    if rest:
        parts.append(f"{rest:,}: other")
    return f"Left out: {len(listed):,} ({'; '.join(parts)})"


def problems(listed: Sequence[Problem]) -> None:
    if not listed:
        return
    with st.expander(plain(problem_words(listed)), icon=":material/rule:"):
        # Visitors from other machines see no paths of this one.
        shown = for_this_machine()
        rows = [
            {"track": problem.track, "reason": without_places(problem.reason)}
            | ({"path": problem.path} if shown else {})
            for problem in listed
        ]
        long_table(rows, "The results file")


def tell_notes(results: Results) -> None:
    """List the notes on pairs, one row per kind; those that may change a score come first."""
    notes = results.without_baselines().noted  # baselines repeat those of their references
    if not notes:
        return
    heavy = [note.text for note in notes if note.material]
    lesser = len(notes) - len(heavy)
    heads = [f"{MAY_CHANGE.capitalize()}: {'; '.join(heavy)}"] * bool(heavy)
    heads += [lesser_words(lesser)] * bool(lesser)
    icon = ":material/warning:" if heavy else ":material/build:"
    with st.expander(plain("; ".join(heads)), icon=icon):
        long_table(note_rows(notes), "The results file")
        st.caption(
            "The table of tracks and the results file have the notes of each track. Layers that "
            "are not nested are scored, as in mir_eval."
        )


def refuse_long(job: Job, reference: Hierarchy, estimate: Hierarchy) -> None:
    if problem := too_long(reference, estimate, job.settings):
        raise ScoreError(problem)


def _scoring(source: CorpusSource, job: Job) -> Callable[..., Iterator[Outcome]]:
    _, corpus = in_memory(source[0])
    if corpus is None:
        return partial(run, workers=workers())

    # Files in memory are not sent to processes.
    score_one = partial(score_item, load=corpus.load, check=partial(refuse_long, job))
    return partial(run, kind="serial", score_pair=score_one)


def _score(source: CorpusSource, corpus: Pairs, job: Job) -> None:
    path = corpus_computed.results_path(source, job)
    attempt = _attempt(source, job)
    try:
        with Watch(
            "corpus",
            lambda done, total: f"{done:,} of {total:,} pairs",
            help="Finished scores are saved.",
            on_stop=partial(_note_attempt, attempt),
            about=path,
        ) as watch:
            update = update_results(
                path,
                corpus.items,
                job,
                problems=corpus.problems,
                scoring=_scoring(source, job),
                progress=watch.tell,
                cancelled=watch.stopped,
            )
            make_room(path.parent, quota(), newest=path)
            session.corpus.scored = _outcome(update, len(corpus.items))
    except HierscopeError as error:
        st.error(plain(without_places(str(error))), icon=":material/error:")
        return
    except OSError as error:
        # For example, the disk is full.
        message = f"The results can't be saved: {error.strerror}. Earlier results are still there."
        st.error(plain(message), icon=":material/error:")
        return
    _note_attempt(attempt)
    st.rerun()


def _outcome(update: Update, total: int) -> str:
    """Describe an update, unless it scored all pairs for the first time, or the sample."""
    done = update.computed + update.kept
    if not update.finished:
        return f"Stopped: {done:,} of {total:,} pairs are scored. The button scores the rest."
    parts = []
    if update.kept and source_kind() != "sample":
        parts.append(f"{update.computed:,} of {done:,} pairs were new or changed")
    if update.alone:
        parts.append(update.alone_words)
    return f"{'; '.join(parts)}." if parts else ""
