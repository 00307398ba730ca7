"""Decides which spellings sound alike: Devanagari in Latin letters, one key for Hinglish's free spelling, and the
distance between two words by their consonants first and their vowels second.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

_CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळऩऱ",
        "k kh G gh n ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l v sh sh s h l n r".split(),  # noqa: SIM905  # one line reads better than thirty
        strict=True,
    )
)
_VOWELS = dict(zip("अआइईउऊऋएऐओऔऑऍऎऒ", "a aa i ee u oo ri e ai o au o e e o".split(), strict=True))  # noqa: SIM905  # one line reads better than thirty
_SIGNS = dict(
    zip("ािीुूृेैोौॉॅॆॊ", ["aa", "i", "ee", "u", "oo", "ri", "e", "ai", "o", "au", "o", "e", "e", "o"], strict=True)
)
_NASAL = {"ं": "n", "ँ": "n", "ः": "h", "ॐ": "om"}
_NUKTA = "़"
_VIRAMA = "्"
_LETTER_NAMES = {
    "ए": "a", "बी": "b", "सी": "c", "डी": "d", "ई": "e", "एफ": "f", "एफ़": "f", "जी": "g", "एच": "h", "आई": "i", "आइ": "i",
    "जे": "j", "के": "k", "एल": "l", "एम": "m", "एन": "n", "ओ": "o", "पी": "p", "क्यू": "q", "आर": "r", "एस": "s",
    "टी": "t", "यू": "u", "वी": "v", "डब्ल्यू": "w", "डब्लू": "w", "एक्स": "x", "वाई": "y", "वाय": "y", "जेड": "z",
    "ज़ेड": "z",
}  # fmt: skip
_NAME = re.compile("|".join(sorted(_LETTER_NAMES, key=len, reverse=True)))


@lru_cache(maxsize=16384)
def letter_names(word: str) -> str:
    """The Latin letters that a Devanagari word spells by their names, else "" ("टीटीएफटी" -> "ttft")."""
    letters, at = "", 0
    while at < len(word):
        m = _NAME.match(word, at)
        if m is None:
            return ""
        letters += _LETTER_NAMES[m.group()]
        at = m.end()
    return letters


@lru_cache(maxsize=16384)
def romanise(word: str) -> str:
    """A Devanagari word in Latin letters; a schwa is dropped at the end and between VC and CV."""
    parts: list[str] = []  # consonant and vowel sounds in turn; "@" is a schwa that may fall
    for c in word:
        if c in _CONSONANTS:
            parts += [_CONSONANTS[c], "@"]
        elif c in _SIGNS:
            if parts and parts[-1] == "@":
                parts.pop()
            parts.append(_SIGNS[c])
        elif c == _VIRAMA:
            if parts and parts[-1] == "@":
                parts.pop()
        elif c == _NUKTA:
            parts = _dotted(parts)
        elif c in _VOWELS:
            parts.append(_VOWELS[c])
        elif c in _NASAL:
            if parts and parts[-1] == "@":
                parts[-1] = "a"
            parts.append(_NASAL[c])
        else:
            parts.append(c)
    return _without_schwa(parts)


def _dotted(parts: list[str]) -> list[str]:
    """A dot below turns j into z and ph into f; other sounds stay near enough."""
    if len(parts) >= 2 and parts[-1] == "@":
        parts[-2] = {"j": "z", "ph": "f"}.get(parts[-2], parts[-2])
    return parts


def _without_schwa(parts: list[str]) -> str:
    if parts and parts[-1] == "@" and len(parts) > 2:
        parts = parts[:-1]
    vowels = {*_SIGNS.values(), "a", "@"}
    kept = list(parts)
    for i in range(len(parts) - 1, 1, -1):
        inner = parts[i] == "@" and i + 2 < len(parts) and parts[i + 2] in vowels and kept[i + 2] != ""
        if inner and parts[i + 1] not in vowels and parts[i - 2] in vowels:
            kept[i] = ""
    return "".join("a" if p == "@" else p for p in kept)


_RULES = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^ch(?=r|em|or[du])|(?<=te)ch(?=n)|(?<=ar)ch(?=it)|(?<=psy)ch", "k"),
        (r"(?<=[aeiou])sion", "jan"),
        (r"ism$", "ijm"),
        (r"ithm$", "idam"),
        (r"(?:t|s|ss)ion|cian", "san"),
        (r"[tc]i(?=al|ent|an[ct])", "s"),
        (r"(?<=[aeiou])h(?=[lmnr])", ""),
        (r"ture$", "Car"),
        (r"sch", "sk"),
        (r"chh|tch|ch", "C"),
        (r"igh(?=t|$)", "ai"),
        (r"sh", "s"),
        (r"ph", "f"),
        (r"^kn", "n"),
        (r"^wr", "r"),
        (r"^ps(?=[eiy])", "s"),
        (r"ck", "k"),
        (r"dge", "j"),
        (r"(?<=.)rh", "d"),
        (r"([kgGtdbjp])h", r"\1"),
        (r"^x", "j"),
        (r"x", "ks"),
        (r"z", "j"),
        (r"qu", "kv"),
        (r"q", "k"),
        (r"c(?=[eiy])", "s"),
        (r"c", "k"),
        (r"g(?=e|i[cnsa]|y)", "j"),
        (r"G", "g"),
        (r"ew(?![aeiou])|eu", "yu"),
        (r"a[iy]|e[iy]", "e"),
        (r"ee|ea|ii", "i"),
        (r"oo|uu", "u"),
        (r"ou|au|(?:ow|aw)(?![aeiou])", "o"),
        (r"w", "v"),
        (r"(?<=[^aeiou])ie$|(?<=[^aeiou])y(?![aeiou])", "i"),
        (r"m(?=[bpfv])", "n"),
        (r"(.)\1+", r"\1"),
        (r"(?<=a)h$", ""),
        (r"(?<=[^aeiou]{1})e$", ""),
    )
)


@lru_cache(maxsize=65536)
def key(word: str) -> str:
    """What a Latin-letter word sounds like: equal for the usual spellings of one English or Hindi word."""
    sound = word
    for pattern, replacement in _RULES:
        sound = pattern.sub(replacement, sound)
    return sound or word


@lru_cache(maxsize=65536)
def skeleton(word: str) -> str:
    """The consonants of the sound key, and its first letter."""
    sound = key(word)
    return sound[:1] + re.sub(r"[aeiouyh]", "", sound[1:])


_MANY_BONES = 5


def _loose(bones: str) -> str:
    first = "a" if bones[0] in "aeiou" else bones[0]
    return (first + bones[1:]).replace("j", "s")


@lru_cache(maxsize=65536)
def distance(a: str, b: str) -> float:
    """How far two words sound apart: 0 for the same sound, above 0.6 for strangers. Consonants weigh four times."""
    bones_a, bones_b = skeleton(a).replace("C", "s"), skeleton(b).replace("C", "s")
    if (
        min(len(bones_a), len(bones_b)) >= _MANY_BONES
    ):  # a long word's s may be spoken z, its first vowel anything
        bones_a, bones_b = _loose(bones_a), _loose(bones_b)
    keys_a, keys_b = key(a), key(b)
    bones, keys = max(len(bones_a), len(bones_b)), max(len(keys_a), len(keys_b))
    return 2 * OSA.distance(bones_a, bones_b) / bones + 0.5 * OSA.distance(keys_a, keys_b) / keys


@lru_cache(maxsize=65536)
def alike(a: str, b: str) -> bool:
    """Whether two words are spellings of one sound: equal keys, or equal consonants (three or more), vowels near."""
    keys_a, keys_b = key(a), key(b)
    if keys_a == keys_b:
        return len(keys_a) > 1
    bones = skeleton(a)
    return (
        len(bones) > 2
        and bones == skeleton(b)
        and OSA.distance(keys_a, keys_b) <= max(1, min(len(keys_a), len(keys_b)) // 3)
    )
