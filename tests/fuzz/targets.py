"""Everything that is fuzzed, by name."""

from . import artifacts, commands, lessons, live, readers, results, tables

TARGETS = {
    target.name: target
    for module in (readers, lessons, live, results, tables, artifacts, commands)
    for target in module.TARGETS
}
