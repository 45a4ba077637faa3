"""A client for the server: it makes a table with a bot and plays a whole game.

libertalia serve &
python examples/client.py http://127.0.0.1:8000
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urlopen(request) as response:
        answer: dict[str, Any] = json.load(response)
    return answer


async def play(server: str, name: str = "Ines", edition: str = "original", bots: int = 1) -> list[int]:
    """Play a game with random answers; returns the scores."""
    wish = {"edition": edition, "players": 1 + bots, "bots": ["random"] * bots, "me": {"name": name}}
    mine = await asyncio.to_thread(post, f"{server}/api/tables", wish)
    async with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{mine['table']}/socket") as socket:

        async def send(**message: Any) -> None:
            text = json.dumps(message)
            await socket.send(text.ljust(len(text) + -len(text) % 128))  # the length must not tell which card it is

        await send(type="hello", secret=mine["secret"])
        await send(type="start", id="start")
        answered = -1
        async for frame in socket:
            news = json.loads(frame)
            if news.get("table", {}).get("status") == "over":
                scores: list[int] = news["table"]["scores"]
                return scores
            me = news.get("mine")
            if me and me["decision"] and me["turn"] > answered:
                answered = me["turn"]  # answer each turn once
                await asyncio.sleep(0.1)  # a server takes ten commands a second
                answer = random.choice(me["decision"]["options"])
                await send(type="play", id=f"move {answered}", turn=answered, answer=answer)
    raise ConnectionError("the server closed the connection before the game was over")


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")))
