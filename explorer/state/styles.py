"""The state of the page Styles."""

from core.caemsi import COMPRESSORS
from core.caemsi.comparing import Draws
from core.caemsi.distances import Order
from core.caemsi.equivalence import DEFAULT_MARGIN, MARGINS
from core.caemsi.representations import REPRESENTATIONS
from core.caemsi.samples import STYLE_SAMPLES
from core.caemsi.verdict import ALPHAS, DEFAULT_ALPHA
from explorer.state.value import Choice, Form, Number, Switch, Table, Value, read_texts

KINDS = {
    "sample": "Samples",
    "files": "Upload files",
    "upload": "Upload folders",
    "folders": "Folders of this machine",
}

Files = tuple[tuple[str, bytes], ...]  # names and contents


class StylesState(Table):
    prefix = "styles_"

    form = Value[dict[str, str]]({}, read_texts, url="styles")  # the texts of :class:`StylesForm`
    margin = Number(DEFAULT_MARGIN, MARGINS[0], MARGINS[-1], url="margin")  # the equivalence margin
    alpha = Number(DEFAULT_ALPHA, ALPHAS[0], ALPHAS[-1], url="alpha")  # the level of both tests

    files = Value[dict[str, tuple[str, Files]]]({})  # uploads by kind and side, with a digest
    turn = Value("")  # changes when folders must be read again
    item = Value[tuple[str, int] | None](None)  # key of the distances and number of the last item
    turned = Value(0)  # how often an item was chosen
    refused = Value("")  # why an item was not opened
    under_way = Value("")  # key of the running computation
    finished = Value("")  # key of the last finished computation
    stopped = Value("")  # key of the computation that Stop ended


class StylesForm(Form):
    prefix = "styles_"

    kind = Choice("sample", KINDS)
    sample = Choice(next(iter(STYLE_SAMPLES)), tuple(STYLE_SAMPLES))
    a = Value("", str)
    b = Value("", str)
    read_as = Choice("", ("", *REPRESENTATIONS), name="as")  # empty: guessed
    titles = Switch(True)
    similar = Switch(True)
    compressor = Choice("", ("", *COMPRESSORS))  # empty: the default of the representation
    order = Choice[Order]("canonical", ("canonical", "mean"))
    permutations = Number(Draws.n_permutations, 1, 10_000)
    seed = Number(Draws.seed, 0, 2**31)
    exact = Switch(Draws.exact)
    equal = Switch(Draws.equal_weight)
    plus = Switch(Draws.plus_one)
