"""What protocol.md says of records, hashes and transcripts, held against the code that makes them.

Whether the page is right is for the vectors to say; here, that nothing is left out of it, and that
it leads nowhere that is not there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import unonet
from unonet.deal.steps import Step
from unonet.errors import DecodeError
from unonet.ledger.kinds import Kind
from unonet.table.payloads import LONG_PROOF, read_body

HOUSE = Path(unonet.__file__).parent
PAGE = (HOUSE.parent / "protocol.md").read_text(encoding="utf-8")
SOURCES = [*(HOUSE / "deal").glob("*.py"), *(HOUSE / "table").glob("*.py")]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def section(number: str) -> str:
    """One numbered section, up to the next heading of its rank or above."""
    rank = "#" * (2 + number.count("."))
    start = re.search(rf"^{rank} {re.escape(number)}\.? ", PAGE, re.MULTILINE)
    assert start, number
    rest = PAGE[start.end() :]
    end = re.search(rf"^#{{2,{len(rank)}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def is_built(kind: Kind) -> bool:
    try:
        read_body(kind, "no body")
    except DecodeError as error:
        return "not part of this version" not in str(error)
    return True


def rows(kind: Kind) -> list[list[str]]:
    """The rows of section 10 that have this kind in their first cell."""
    table = [re.split(r" \| ", row.strip("| ")) for row in section("10").splitlines()]
    return [cells for cells in table if str(int(kind)) in cells[0].split(" · ")]


@pytest.mark.parametrize("kind", Kind)
def test_a_kind_has_one_row_that_says_whether_it_is_built(kind: Kind) -> None:
    (row,) = rows(kind)
    name = kind.name.replace("_", "").lower()
    assert name in row[1].replace(" ", "").lower()
    assert (row[2] == "kept") is not is_built(kind)


@pytest.mark.parametrize("step", Step)
def test_a_step_is_in_the_table_of_steps(step: Step) -> None:
    assert f"| `{step}` |" in section("7.4")


def test_a_domain_of_proofs_is_in_the_table_of_contexts() -> None:
    domains = set(re.findall(r'Transcript\("([a-z]+)"', TEXT))
    assert {"mix", "play", "innocent"} < domains
    named = re.findall(r"^\| (`[^|]*) \|", section("7.10"), re.MULTILINE)
    assert {domain for row in named for domain in re.findall(r"`([a-z]+)`", row)} == domains


def test_a_tag_of_a_hash_is_on_the_page() -> None:
    tags = set(re.findall(r'tagged\(\s*f?"(unonet/1 [a-z0-9 -]+)"', TEXT))
    tags |= {f"unonet/1 {what}" for what in re.findall(r'_note\("([a-z]+)"', TEXT)}
    assert {"unonet/1 seed", "unonet/1 mixed", "unonet/1 lay"} < tags
    assert {tag for tag in tags if tag not in PAGE} == set()


def test_the_page_leads_only_to_sections_that_are_there() -> None:
    there = set(re.findall(r"^#+ (\d+\.\d+) ", PAGE, re.MULTILINE))
    named = set(re.findall(r"(?<![\d.+])((?:4|7|9|10|12)\.\d{1,2})(?=[),;: ]|\. )", PAGE))
    assert {"7.4", "7.19", "9.8", "10.3"} < named
    assert named - there == set()


def test_what_is_long_is_the_same_number_here_and_there() -> None:
    assert f"more than {LONG_PROOF} bytes" in section("8")
