"""Everything that is fuzzed, by name."""

from . import artifacts, commands, live, readers, results, tables

TARGETS = {
    target.name: target
    for module in (readers, live, results, tables, artifacts, commands)
    for target in module.TARGETS
}
