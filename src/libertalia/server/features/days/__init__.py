"""The voyage of the day."""

from libertalia.server.features.days.answers import PastDay, Today
from libertalia.server.features.days.days import Days

__all__ = ["Days", "PastDay", "Today"]
