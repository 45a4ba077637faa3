"""The app on the whole screen: panes with the table, and the keys and clicks of the person."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.filter import NoColor
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from libertalia.game.errors import LibertaliaError
from libertalia.terminal.screen.dialogs import Leaflet
from libertalia.terminal.screen.palette import PALETTES, theme
from libertalia.terminal.screen.panes import Brush, wrapped
from libertalia.terminal.show import Show, Speed, in_order, question
from libertalia.terminal.table_source import Advice, Data, TableSource
from libertalia.words import Words

KEYS: Final = "1234567890abcdfgjkovwxyz"
"""The keys of the options, in order. Other letters are commands."""

_WIDE = 144
"""Columns of the narrowest window with the log at the side: beside it, the longest name still fits into the players' pane."""

_LOW = 28
"""Lines of the tallest window in which each card has only one line."""

_OTHERS_LOW, _OTHERS_TALL = 14, 15
"""Lines that the other panes need at least, in a low window and in a tall one: see `table.tcss`."""

_SPEEDS = {Speed.NORMAL: "screen.normal", Speed.QUICK: "screen.quick", Speed.AT_ONCE: "screen.at-once"}


class Pane(Widget):
    """A part of the table, drawn for the size that it has."""

    def __init__(self, name: str, draw: Callable[[int, int], Text]) -> None:
        super().__init__(id=name)
        self._draw = draw

    def render(self) -> Text:
        return self._draw(self.size.width, self.size.height)


class Choices(OptionList):
    """The answers that are possible. The first click or key points at one, the second gives it."""

    def point_at(self, index: int) -> None:
        if index == self.highlighted:
            self.action_select()
        elif index < self.option_count:
            self.highlighted = index

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    class Resized(Message):
        """There is more or less room for the options."""

    async def _on_click(self, event: events.Click) -> None:
        event.prevent_default()
        index = event.style.meta.get("option")
        if isinstance(index, int):
            self.point_at(index)


class TableApp(App[None]):
    """A table on the whole screen. `failure` is the error after which it can't go on."""

    CSS_PATH = "table.tcss"
    TITLE = "Libertalia"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (_LOW + 1, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar = [
        Binding("space", "pause", priority=True),
        Binding("r", "again"),
        Binding("n,right", "step_on"),
        Binding("e,end", "catch_up"),
        Binding("s", "speed"),
        Binding("u", "take_back"),
        Binding("exclamation_mark", "hint"),
        Binding("p", "players"),
        Binding("l", "log"),
        Binding("i", "explain"),
        Binding("t", "theme"),
        Binding("question_mark,h", "help"),
        Binding("enter", "start"),
        Binding("b", "bots"),
        Binding("q,ctrl+c,ctrl+q", "quit", priority=True),
    ]

    def __init__(self, source: TableSource, words: Words, speed: Speed = Speed.NORMAL) -> None:
        super().__init__()
        self.source = source
        self.words = words
        self.show = Show(words, source.edition, self._show_changed)
        self.show.speed = speed
        self.failure: LibertaliaError | None = None
        self._asked: tuple[object, ...] = ()  # what the choices are for
        self._hinted: tuple[Data, Advice | None] | None = None  # the decision that a hint was asked for, and what came of it
        if self.no_color:  # Textual itself would still use shades of grey
            self._filters = [NoColor()]
        for name in PALETTES:
            self.register_theme(theme(name))
        self.theme = "libertalia-light" if _light_terminal() else "libertalia-dark"

    # ---- the screen ---------------------------------------------------------------

    def compose(self) -> ComposeResult:
        table = self._of_the_table
        yield Pane("sky", lambda width, _: self.brush.sky(self.show.scene.view, self._right(), width))
        with Horizontal(id="all"):
            with Vertical(id="main"):
                with Horizontal(id="board"):
                    yield Pane("loot", table(lambda w, h: self.brush.loot(self.show.scene, w, h)))
                    yield Pane("lineup", table(lambda w, h: self.brush.lineup(self.show.scene, w, h)))
                    yield Pane("players", table(lambda w, h: self.brush.players(self.show.scene, w, h)))
                yield Pane("log", lambda w, h: self.brush.log(self.show.lines, w, h))
                yield Pane("prompt", self._prompt)
                with Horizontal(id="bottom"):
                    yield Choices(id="choices")
                    yield Pane("hand", table(lambda w, h: self.brush.hand(self.show.scene, w, h)))
            yield Pane("side-log", lambda w, h: self.brush.log(self.show.lines, w, h))

    def on_mount(self) -> None:
        self._listen()
        self.run_worker(self.show.run())

    @work
    async def _listen(self) -> None:
        try:
            await self.source.run(self.show.news)
        except LibertaliaError as error:
            self.failure = error
            self.exit()

    @property
    def brush(self) -> Brush:
        news = self.show.last
        return Brush(self.words, self.source.edition, news.seat, news.names, news.bots, PALETTES[self.theme])

    def _of_the_table(self, draw: Callable[[int, int], Text]) -> Callable[[int, int], Text]:
        """A pane that is empty while there is no table."""
        return lambda width, height: Text() if self.show.scene.view is None else draw(width, height)

    def _right(self) -> str:
        speed = self.words.text("screen.paused" if self.show.paused else _SPEEDS[self.show.speed])
        return f"{speed} · {self.words.text('screen.help')}"

    # ---- what is asked ---------------------------------------------------------------

    def _show_changed(self) -> None:
        if not self.query("#sky"):  # the person is leaving, and the panes were removed already
            return
        view = self.show.scene.view
        self.query_one("#sky").set_classes(f"hour-{view['hour']}" if view and view["hour"] else "hour-none")
        self._offer()
        for pane in self.query(Pane):
            pane.refresh()

    def _offer(self, again: bool = False) -> None:
        """Offer the answers of the open decision, as soon as all that led to it is shown."""
        choices = self.query_one(Choices)
        asked = question(self.show.scene) if self.show.settled else None
        key = (asked["kind"], *asked["options"], choices.size.width) if asked else ()
        picks = asked is not None and asked["kind"] == "pick"
        choices.display = asked is not None
        self.query_one("#hand").display = not picks
        self.query_one("#bottom").set_class(asked is not None and not picks, "asks")
        self.query_one("#prompt").set_class(asked is not None, "lit")
        self._fit_hand(len(asked["options"]) if asked else 0)
        if key == self._asked and not again:
            return
        pointed = choices.highlighted if again else None
        self._asked = key
        choices.clear_options()
        if asked is None:
            return
        width = choices.size.width - 5
        room = 2 if self.size.height > _LOW and len(asked["options"]) < 10 else 1
        for number, option in enumerate(in_order(self.source.edition, asked["options"])):
            hint = KEYS[number] if number < len(KEYS) else " "
            line = Text.assemble((f" {hint} ", f"bold {PALETTES[self.theme]['lit']}"))
            if (advice := self._advice(asked)) and advice.shares:
                line.append(f"{round(100 * advice.shares.get(option, 0)):3} % ", "bold")
            text = self.brush.option(self.show.scene, asked["kind"], option, width - len(line) + 3, room)
            line.append_text(Text("\n   ").join(text.split("\n")))
            choices.add_option(Option(line, id=option))
        choices.highlighted = pointed
        choices.focus()

    def _fit_hand(self, options: int) -> None:
        """Give the hand as many lines as it needs, and where there are more, each card two."""
        cards = len(self.show.scene.mine["hand"]) if self.show.scene.mine else 0
        tall = self.size.height > _LOW
        lines = cards * 2 if tall and not options else cards
        room = self.size.height - (_OTHERS_TALL if tall else _OTHERS_LOW)
        self.query_one("#hand").styles.height = min(max(lines + 1, 0 if tall else min(options, 9)), room)

    def _prompt(self, width: int, height: int) -> Text:
        head, text = self._question()
        lines = [f" {line}" for line in wrapped(head, width - 2)]
        more = [f" {line}" for line in wrapped(text, width - 4)] if text else []
        room = height - len(lines)
        if len(more) > room > 0:
            more = [*more[: room - 1], more[room - 1] + " …"]
        shown = Text("\n".join(lines[:height]), "bold")
        return shown.append("\n" + "\n".join(more[:room]), "not bold") if room > 0 and more else shown

    def _question(self) -> tuple[str, str]:
        """What the prompt says: a sentence, and a text that explains it."""
        words, show, edition = self.words, self.show, self.source.edition
        news, scene = show.last, show.scene
        if news.trouble:
            return news.trouble, ""
        if scene.view is None:
            return news.waits or words.text("screen.connecting"), ""
        if not show.settled:
            waits = news.mine and news.mine["decision"]
            return show.story, words.text("screen.your-move-waits" if waits else "screen.going-on")
        if asked := question(scene):
            pointed = self.query_one(Choices).highlighted
            if pointed is None and self._hinted is not None and self._hinted[0] == asked:
                advice = self._hinted[1]
                return (advice.title, advice.text) if advice else (words.text("screen.hint.thinking"), "")
            if pointed is None:
                return words.prompt(edition, asked["kind"]), words.text("screen.how-to-answer")
            option = in_order(edition, asked["options"])[pointed]
            named = words.option(edition, asked["kind"], option, news.names, news.seat)
            about = self.brush.about(option, scene.view["options"])
            return words.text("screen.answer", answer=named), about or words.prompt(edition, asked["kind"])
        if scene.view["hour"] is None:
            return show.lines[-1] if show.lines else "", words.text("screen.over")
        if scene.mine and scene.mine["pick"]:
            card = words.character(edition, scene.mine["pick"])
            return words.text("screen.picked", card=card), ""
        waiting = [news.names[seat] for seat, _ in scene.view["waiting"]]
        return words.text("screen.waiting", names=words.listed(waiting)), show.story

    # ---- what the person does ---------------------------------------------------------------

    def on_choices_resized(self) -> None:
        self._offer(again=True)

    def on_key(self, event: events.Key) -> None:
        choices = self.query_one(Choices)
        if choices.display and event.character and event.character in KEYS:
            choices.point_at(KEYS.index(event.character))

    def on_option_list_option_highlighted(self) -> None:
        self.query_one("#prompt").refresh()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            self._try(self.source.answer(event.option_id))

    def action_take_back(self) -> None:
        self._try(self.source.take_back())

    def action_hint(self) -> None:
        """Ask what a strong player would do. While one thinks of it, the person may answer all the same."""
        asked = question(self.show.scene) if self.show.settled else None
        if asked is not None and len(asked["options"]) > 1 and (self._hinted is None or self._hinted[0] != asked):
            self._hinted = asked, None
            self._try(self._ask_for_hint(asked))

    async def _ask_for_hint(self, asked: Data) -> None:
        self._offer(again=True)
        try:
            advice = await self.source.hint()
        except LibertaliaError:
            self._hinted = None
            raise
        finally:
            self.query_one("#prompt").refresh()
        if self._hinted is not None and self._hinted[0] == asked:
            self._hinted = asked, advice
            self.query_one(Choices).highlighted = None
            self._offer(again=True)
            self._show_changed()

    def _advice(self, asked: Data) -> Advice | None:
        return self._hinted[1] if self._hinted is not None and self._hinted[0] == asked else None

    def action_start(self) -> None:
        if self.show.scene.view is None:
            self._try(self.source.start())

    def action_bots(self) -> None:
        if self.show.scene.view is None:
            self._try(self.source.seat_bots())

    def _try(self, act: Coroutine[Any, Any, None]) -> None:
        """Do something that may be refused; then say why."""
        self.run_worker(self._tried(act))

    async def _tried(self, act: Coroutine[Any, Any, None]) -> None:
        try:
            await act
        except LibertaliaError as error:
            self.notify(self.words.error(error), severity="error", markup=False)

    def action_pause(self) -> None:
        self.show.pause()

    def action_again(self) -> None:
        self.show.again()

    def action_step_on(self) -> None:
        self.show.step_on()

    def action_catch_up(self) -> None:
        self.show.catch_up()

    def action_speed(self) -> None:
        self.show.change_speed()

    def action_theme(self) -> None:
        self.theme = "libertalia-light" if self.theme == "libertalia-dark" else "libertalia-dark"
        self._offer(again=True)
        self._show_changed()

    def action_help(self) -> None:
        self.push_screen(Leaflet(self.words.text("screen.keys"), Text(self.words.text("screen.keys.list"))))

    def action_players(self) -> None:
        if self.show.scene.view is not None:
            self.push_screen(Leaflet(self.words.text("screen.players"), self.brush.everything(self.show.scene)))

    def action_log(self) -> None:
        lines = [part for line in self.show.lines for part in wrapped(line, 66)]
        self.push_screen(Leaflet(self.words.text("screen.log"), Text("\n".join(lines)), at_end=True))

    def action_explain(self) -> None:
        """All about the option that is pointed at, or about the cards in hand."""
        scene = self.show.scene
        if scene.view is None:
            return
        asked, pointed = question(scene), self.query_one(Choices).highlighted
        slugs = scene.mine["hand"] if scene.mine else []
        if asked and pointed is not None:
            slugs = [in_order(self.source.edition, asked["options"])[pointed]]
        text = Text()
        for slug in slugs:
            if about := self.brush.about(slug, scene.view["options"]):
                named = self.words.called(self.source.edition, slug.rpartition(":")[2].rpartition("*")[2])
                text.append(f"{named}\n", "bold")
                text.append("\n".join(wrapped(about, 66)) + "\n\n")
        self.push_screen(Leaflet(self.words.text("cli.hand"), text))


def _light_terminal() -> bool:
    """Whether the terminal says that its background is light, as some do."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def run_on_screen(source: TableSource, words: Words) -> None:
    """Show a table until the person leaves; a `LibertaliaError` says why it can't go on."""
    app = TableApp(source, words)
    app.run()
    if app.failure is not None:
        raise app.failure
