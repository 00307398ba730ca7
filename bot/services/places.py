"""Which time zone a typed place lies in: the tz database's names, old names and countries, and the cities it leaves out."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from rapidfuzz import fuzz, process

from bot.core.zones import COMMON_ZONES
from bot.services.typed import plain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime, time

CLOCK_TOLERANCE = timedelta(minutes=8)
"""How far a learner's clock, or the way to reading it, may be off."""
MOST_ZONES = 8
"""So many zones of one country are offered, the common ones first."""
NEAR = 75
"""Likeness in per cent from which another name was perhaps meant."""

_OFFSET = re.compile(r"(?:utc|gmt)? ?([+-]) ?(\d{1,2})(?::?(\d\d))?")
_CITIES = {
    "Asia/Kolkata": "ist, bharat, hindustan, delhi, new delhi, mumbai, bombay, bangalore, bengaluru, chennai, madras, hyderabad,"
    "pune, ahmedabad, jaipur, lucknow, patna, kochi, indore, bhopal, nagpur, surat, kanpur, noida, gurgaon, gurugram, chandigarh,"
    "guwahati, bhubaneswar, ranchi, भारत, दिल्ली, नई दिल्ली, मुंबई, कोलकाता, बेंगलुरु, चेन्नई, हैदराबाद, पुणे, लखनऊ, पटना, जयपुर",
    "Asia/Kathmandu": "pokhara, काठमांडू, नेपाल",
    "Asia/Dubai": "abu dhabi, sharjah, uae, दुबई",
    "Asia/Qatar": "doha",
    "Asia/Riyadh": "jeddah, dammam",
    "Asia/Karachi": "lahore, islamabad",
    "Europe/London": "uk, england, scotland, manchester, birmingham, edinburgh, लंदन",
    "Europe/Berlin": "munich, frankfurt, hamburg",
    "America/New_York": "nyc, boston, washington, washington dc, atlanta, philadelphia, miami, new jersey, est, edt",
    "America/Chicago": "dallas, houston, austin, cst, cdt",
    "America/Denver": "mst, mdt",
    "America/Los_Angeles": "la, san francisco, sf, bay area, san jose, seattle, san diego, california, pst, pdt",
    "Asia/Shanghai": "beijing",
    "Asia/Tokyo": "osaka",
    "Pacific/Auckland": "wellington",
}
_MORE_COUNTRIES = {"US": "usa, us, america", "AU": "oz"}


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Zones by the names people type, in the form of `_key`; an earlier dictionary wins over a later one."""

    dictionaries: tuple[dict[str, tuple[str, ...]], ...]

    def find(self, key: str) -> tuple[str, ...]:
        """The zones of a name, none if it is unknown."""
        return next((names[key] for names in self.dictionaries if key in names), ())

    def near(self, key: str, limit: int) -> tuple[str, ...]:
        """The zones of the names most like this one."""
        names = {name: None for names in self.dictionaries for name in names}
        alike = process.extract(key, list(names), scorer=fuzz.ratio, score_cutoff=NEAR, limit=5 * limit)
        zones = {zone: None for name, _, _ in alike for zone in self.find(name)}
        return tuple(zones)[:limit]


def zones_called(text: str) -> tuple[str, ...]:
    """The zones that a place name can mean: none, one, or several to choose from."""
    zones = _gazetteer().find(_key(text))
    return tuple(sorted(zones, key=lambda zone: zone not in COMMON_ZONES))[:MOST_ZONES]


def zones_nearly_called(text: str, limit: int = 3) -> tuple[str, ...]:
    """Zones whose names are much like the one typed, the likest first."""
    return _gazetteer().near(_key(text), limit)


def zones_where(clocks: Iterable[time], now: datetime) -> tuple[str, ...]:
    """The common zones in which clocks show one of these times now, the likeliest first."""
    shown = [timedelta(hours=clock.hour, minutes=clock.minute) for clock in clocks]
    return tuple(
        zone
        for zone in COMMON_ZONES
        if any(_apart(_clock(zone, now), each) <= CLOCK_TOLERANCE for each in shown)
    )


def zones_ahead(text: str, now: datetime) -> tuple[str, ...]:
    """The common zones whose clocks are as far from UTC now as the text says ("GMT+5:30")."""
    found = _OFFSET.fullmatch(plain(text))
    if found is None:
        return ()
    ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0)) * (1 if found[1] == "+" else -1)
    return tuple(zone for zone in COMMON_ZONES if now.astimezone(ZoneInfo(zone)).utcoffset() == ahead)


def _clock(zone: str, now: datetime) -> timedelta:
    local = now.astimezone(ZoneInfo(zone))
    return timedelta(hours=local.hour, minutes=local.minute)


def _apart(one: timedelta, other: timedelta) -> timedelta:
    apart = abs(one - other)
    return min(apart, timedelta(days=1) - apart)


def _key(text: str) -> str:
    """A place name without case, accents and the marks between its words."""
    bare = "".join(
        char for char in unicodedata.normalize("NFD", plain(text)) if not "\u0300" <= char <= "\u036f"
    )
    return " ".join(re.sub(r"[\s_.,'’-]+", " ", bare).split())


@lru_cache(maxsize=1)
def _gazetteer() -> Gazetteer:
    places, old_names = _places(), _old_names()
    known = {zone: None for zones in places.values() for zone in zones}
    full: dict[str, list[str]] = defaultdict(list)
    last: dict[str, list[str]] = defaultdict(list)
    for name in [*known, *(name for name in old_names if name not in known), "Etc/UTC"]:
        # An old name leads to the present one; Oslo shares Berlin's clock and stays Oslo.
        zone = name if name in known else old_names.get(name, name)
        _add(full, _key(name), zone)
        _add(last, _key(name.rpartition("/")[2]), zone)
    cities: dict[str, tuple[str, ...]] = {
        _key(city): (zone,) for zone, listed in _CITIES.items() for city in listed.split(",")
    }
    countries: dict[str, list[str]] = defaultdict(list)
    for code, name in _country_names():
        for zone in places.get(code, ()):
            _add(countries, _key(name), zone)
    return Gazetteer((cities, _frozen(countries), _frozen(full), _frozen(last)))


def _add(names: dict[str, list[str]], key: str, zone: str) -> None:
    if zone not in names[key]:
        names[key].append(zone)


def _frozen(names: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(zones) for key, zones in names.items()}


def _lines(table: str) -> list[list[str]]:
    """The fields of a table of the tz database."""
    text = files("tzdata").joinpath("zoneinfo", table).read_text(encoding="utf-8")
    return [
        line.split("\t" if table.endswith(".tab") else None)
        for line in text.splitlines()
        if line[:1] not in ("#", "")
    ]


def _places() -> dict[str, tuple[str, ...]]:
    """The zones of each country, by its code; in a country the most populous first."""
    zones: dict[str, list[str]] = defaultdict(list)
    for code, _, zone, *_ in _lines("zone.tab"):
        zones[code].append(zone)
    return _frozen(zones)


def _country_names() -> list[tuple[str, str]]:
    named = [(code, re.sub(r" *\(.*", "", name)) for code, name in _lines("iso3166.tab")]
    return named + [(code, name) for code, names in _MORE_COUNTRIES.items() for name in names.split(",")]


def _old_names() -> dict[str, str]:
    """The present zone of each name that the database keeps for old times' sake."""
    return {fields[2]: fields[1] for fields in _lines("tzdata.zi") if fields[0] == "L"}
