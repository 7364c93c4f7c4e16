"""The table of failures covers the whole error tree, and says two lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from unonet import errors
from unonet.errors import UnonetError
from unonet_cli import failures

CODES = {0, 1, 2, 3, 4, 5, 6, 130}


def tree(root: type[UnonetError]) -> Iterator[type[UnonetError]]:
    yield root
    for branch in root.__subclasses__():
        yield from tree(branch)


def test_every_class_of_the_tree_has_a_row_and_no_row_is_left_over() -> None:
    ours = [error for error in tree(UnonetError) if error.__module__ == errors.__name__]
    assert {error.code for error in ours} == set(failures.FAILURES)


def test_no_two_classes_share_a_code() -> None:
    codes = [error.code for error in tree(UnonetError)]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("code", failures.FAILURES)
def test_a_row_has_an_exit_code_and_an_advice(code: str) -> None:
    row = failures.FAILURES[code]
    assert row.exit_code in CODES - {0}
    assert row.what and row.advice.endswith(".")


@pytest.mark.parametrize(
    ("error", "exit_code", "code"),
    [
        (errors.IllegalMove("no_match"), 3, "illegal_move"),
        (errors.BadRuleset("no such thing"), 2, "bad_ruleset"),
        (errors.BadWords("word 1, 'foo', is not in the list"), 2, "bad_words"),
        (errors.CannotReach("nobody"), 4, "cannot_reach"),
        (errors.ForkDetected("two histories"), 5, "fork"),
        (errors.NoNetwork("nothing is up"), 4, "no_network"),
        (errors.StorageError.of("x", "written", OSError(28, "No space left")), 1, "disk_full"),
        (errors.StorageError.of("x", "written", OSError(122, "Quota")), 1, "disk_full"),
        (errors.StorageError.of("x", "read", OSError(13, "Permission denied")), 1, "storage"),
        (errors.BadProof("an opening that does not fit", 2), 5, "bad_proof"),
        (errors.CorruptLog("a bad frame", 12), 2, "corrupt_log"),
        (FileNotFoundError(2, "No such file", "x"), 1, "system"),
        (KeyError("x"), 1, "unexpected"),
    ],
)
def test_exit_codes(error: Exception, exit_code: int, code: str) -> None:
    assert failures.failure(error).exit_code == exit_code
    assert failures.as_json(error)["error"]["code"] == code


def test_an_explanation_has_two_lines_whatever_the_error_says() -> None:
    for error in (errors.CannotReach("many\nlines\nof it"), ValueError(""), OSError(5, "bad")):
        assert len(failures.explain(error).splitlines()) == 2
