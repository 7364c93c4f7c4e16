"""A person at a fake chair: what is said, what is sent, and when it ends."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace

from unonet.errors import IllegalMove
from unonet.game import Move, PlayerView, Ruleset, parse_card, parse_move
from unonet.node.events import ChatHeard
from unonet_cli.output import Output
from unonet_cli.plain.person import Person
from unonet_cli.presenter import Presenter

VIEW = PlayerView(
    seat=0,
    ruleset=Ruleset(),
    hand=(parse_card("r7"), parse_card("b2"), parse_card("wi")),
    slots=(0, 1, 2),
    counts=(3, 7),
    statuses=(0, 0),
    top=parse_card("r5"),
    color=0,
    direction=1,
    turn=0,
    due=0,
    phase="turn",
    pending=0,
    accused=None,
    exposed=(),
    called=(False, False),
    scores=(0, 40),
    dealer=1,
    drawn=None,
    draw_count=90,
    discard_count=0,
    discard=(parse_card("r5"),),
    aside_count=0,
    jumpable=False,
    forbidden=None,
    refused=(),
    legal=tuple(parse_move(text) for text in ("r7", "wi=r", "wi=y", "wi=g", "wi=b", "d")),
    outcome=None,
)
WAITING = replace(VIEW, turn=1, due=1, legal=())


class FakeChair:
    """Shows the views one after another: the next one when a move was sent."""

    seat = 0
    nicknames = ("Ada", "Bot")
    pending = False

    def __init__(self, *views: PlayerView | None, refuse: str | None = None) -> None:
        self.sent: list[str] = []
        self.said: list[str] = []
        self.talk = self.said.append
        self._views = list(views)
        self._refuse = refuse
        self._news = asyncio.Event()
        self._news.set()

    def view(self) -> PlayerView | None:
        self._news.clear()
        return self._views[0]

    def why_illegal(self, move: Move) -> str | None:
        view = self._views[0]
        assert view is not None
        return self._refuse or (None if move in view.legal else "no_match")

    def submit(self, move: Move) -> None:
        if self._refuse:
            raise IllegalMove(self._refuse)
        self.sent.append(str(move))
        self.advance()

    def advance(self) -> None:
        if len(self._views) > 1:
            self._views.pop(0)
        self._news.set()

    async def changed(self) -> None:
        await self._news.wait()


class Typed:
    """Lines that are typed one after another, then the end of the input."""

    def __init__(self, lines: Sequence[str], *, interactive: bool) -> None:
        self._lines = list(lines)
        self.interactive = interactive

    async def next(self) -> str | None:
        await asyncio.sleep(0)
        return self._lines.pop(0) if self._lines else None

    def put_back(self, line: str | None) -> None:
        if line is not None:
            self._lines.insert(0, line)


def sit(chair: FakeChair, *lines: str, interactive: bool = False, turns: bool = True) -> str:
    """What the person read until the input ended or the table did."""
    stream = io.StringIO()

    async def run() -> None:
        source = Typed(lines, interactive=interactive)
        person = Person(Output(stream), Presenter(), lambda: source, tells_turns=turns)
        try:
            await asyncio.wait_for(person.play(chair), 0.2)
        except TimeoutError:
            return
        assert person.has_quit

    asyncio.run(run())
    return stream.getvalue()


def test_the_prompt_says_the_top_the_hand_and_numbered_choices() -> None:
    said = sit(FakeChair(VIEW))
    assert "Your turn. Top: red 5. You hold 3 cards: red 7, blue 2, Wild." in said
    assert "1 red 7, 2 Wild, 3 draw a card." in said
    assert said.rstrip().endswith("takes you back to it.")


def test_moves_by_number_and_by_token() -> None:
    assert_sent(["1"], ["r7"])
    assert_sent(["r7"], ["r7"])
    assert_sent(["2=b"], ["wi=b"])
    assert_sent(["d"], ["d"])


def assert_sent(lines: list[str], sent: list[str]) -> None:
    chair = FakeChair(VIEW, WAITING)
    sit(chair, *lines)
    assert chair.sent == sent


def test_a_wild_asks_for_its_colour() -> None:
    chair = FakeChair(VIEW, WAITING)
    assert "Which colour" in sit(chair, "wi", "green")
    assert chair.sent == ["wi=g"]


def test_a_colour_owed_is_forgotten_when_something_else_is_typed() -> None:
    chair = FakeChair(VIEW, WAITING)
    sit(chair, "2", "d", "g")
    assert chair.sent == ["d"]


def test_an_illegal_move_is_explained_and_the_prompt_stays() -> None:
    said = sit(FakeChair(VIEW, refuse="no_match"), "b2")
    assert "It matches neither the colour nor the number nor the symbol.\n> " in said


def test_why_explains_without_sending_a_legal_move() -> None:
    chair = FakeChair(VIEW)
    said = sit(chair, "why r7", "why 2")
    assert said.count("That is legal now.") == 2
    assert chair.sent == []
    refusing = FakeChair(VIEW, refuse="not_in_hand")
    assert "You do not hold that card." in sit(refusing, "w g9")


def test_what_a_penalty_forbids_is_answered_with_what_it_allows() -> None:
    legal = (parse_move("ok"), parse_move("ch"))
    view = replace(VIEW, phase="penalty", pending=4, legal=legal)
    said = sit(FakeChair(view, refuse="wrong_phase"), "why d")
    choices = "1 take the penalty, 2 challenge the Wild Draw Four."
    assert f"A penalty of 4 cards comes first. You may: {choices}" in said


def test_what_one_says_oneself_is_said_as_such() -> None:
    presenter = Presenter()
    presenter.sit(0, ("Ada", "Bot"))
    assert presenter.tell(ChatHeard("Ada", "Hi")) == "You say: Hi"
    assert presenter.tell(ChatHeard("Bot", "Hi")) == "Bot says: Hi"


def test_a_prompt_stands_behind_news_while_something_is_asked() -> None:
    stream = io.StringIO()

    async def run() -> None:
        person = Person(Output(stream), Presenter(), lambda: Typed([], interactive=True))
        playing = asyncio.ensure_future(person.play(FakeChair(VIEW)))
        while not person.prompted:
            await asyncio.sleep(0)
        person.hear("Bob is connected.")
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        person.hear("The match is over.")

    asyncio.run(run())
    assert stream.getvalue().endswith("> \nBob is connected.\n> \nThe match is over.\n")


def test_questions() -> None:
    said = sit(FakeChair(VIEW), "hand", "t", "p", "m", "?", "l")
    assert "You hold 3 cards: red 7, blue 2, Wild." in said
    assert "red 5 is on top; red is in force. Play goes clockwise." in said
    assert "you, seat 0: 3 cards, on turn, score 0." in said
    assert "Bot, seat 1: 7 cards, score 40." in said
    assert "2 Wild (wi)" in said
    assert "call UNO" in said


def test_questions_before_the_deal() -> None:
    assert "Nothing to see yet" in sit(FakeChair(None), "hand", interactive=True)


def test_a_call_is_offered_when_one_card_would_be_left() -> None:
    legal = tuple(parse_move(text) for text in ("b2", "r7", "r7!", "d"))
    said = sit(FakeChair(replace(VIEW, legal=legal)))
    assert "One card would be left: add ! to call UNO, as in 1!." in said


def test_the_drawn_card_is_named() -> None:
    legal = (parse_move("r7"), parse_move("k"))
    said = sit(FakeChair(replace(VIEW, phase="drawn", drawn=parse_card("r7"), legal=legal)))
    assert "You drew red 7.\n1 red 7, 2 keep the card." in said


def test_a_catch_is_offered_out_of_turn() -> None:
    catch = replace(WAITING, exposed=(1,), legal=(parse_move("c@1"),))
    chair = FakeChair(catch, WAITING)
    said = sit(chair, "c@1")
    assert "You may act now, before the next turn." in said
    assert "1 catch Bot without the UNO call." in said
    assert chair.sent == ["c@1"]


def test_a_challenge_is_offered_in_words() -> None:
    legal = (parse_move("ok"), parse_move("ch"))
    said = sit(FakeChair(replace(VIEW, phase="penalty", pending=4, legal=legal)), "top")
    assert "1 take the penalty, 2 challenge the Wild Draw Four." in said
    assert "A penalty of 4 cards waits for an answer." in said


def test_whose_turn_it_is_is_said_once() -> None:
    said = sit(FakeChair(WAITING), interactive=True)
    assert said.count("Bot is on turn.") == 1
    assert "on turn" not in sit(FakeChair(WAITING), interactive=True, turns=False)


def test_a_pipe_waits_until_there_is_something_to_answer() -> None:
    chair = FakeChair(WAITING)
    assert "Not your turn" not in sit(chair, "1", "2")
    assert chair.sent == []


def test_nonsense_is_answered_and_cannot_steer_the_terminal() -> None:
    said = sit(FakeChair(VIEW), "\x1b[2Jboo")
    assert "Not understood" in said
    assert "\x1b" not in said


def test_quit_and_the_end_of_input_leave_alike() -> None:
    for lines in (("q",), ()):
        assert "You close the table" in sit(FakeChair(VIEW), *lines)


def test_a_sentence_after_an_open_prompt_starts_a_new_line() -> None:
    stream = io.StringIO()
    output = Output(stream)
    output.ask("> ")
    output.say("Bot plays red 5.")
    output.ask("> ")
    output.answered()
    output.say("You draw 1 card.")
    assert stream.getvalue() == "> \nBot plays red 5.\n> You draw 1 card.\n"
