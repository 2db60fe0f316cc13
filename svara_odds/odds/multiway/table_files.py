"""Files of finished exact tables: those that ship with the package, and those a user has had computed.

A file is one line of JSON and a compressed payload. The line names the hand table by its digest, and itself and the
payload by their SHA-256; both are compared when the file is read, so that a table can never be taken for that of other
rules. The payload holds plain little-endian integers: reading runs no code from the file.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import warnings
from contextlib import suppress
from importlib import resources
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from svara_odds._files import cache_home, write_whole
from svara_odds.errors import DamagedFileError
from svara_odds.odds.multiway.deal_counts import all_deals
from svara_odds.odds.multiway.exact_table import ExactTable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from svara_odds.tables.handtable import HandTable

__all__ = [
    "file_name",
    "load_exact",
    "read_exact",
    "save_exact",
    "user_folder",
    "write_exact",
]

FORMAT = 1
SHIPPED = resources.files(__package__) / "exact"
# Counts are below 2**128, so a count is two words of eight bytes.
COUNT_BYTES = 16
LARGEST_HEADER = 4096


def file_name(table: HandTable) -> str:
    """Name of the file of a hand table."""
    return f"{table.digest[:32]}.exact"


def user_folder() -> Path | None:
    """Folder for tables computed on this machine; None where there is no home to put it in."""
    try:
        return cache_home() / "exact"
    except RuntimeError:
        return None


def load_exact(table: HandTable) -> ExactTable | None:
    """Find the exact table of a hand table: the shipped one, and what was kept on this machine beside it.

    Parameters
    ----------
    table : HandTable

    Returns
    -------
    ExactTable or None
        None where there is none.

    Raises
    ------
    DamagedFileError
        If the shipped file is damaged. A damaged file of this machine is passed over with a warning.
    """
    shipped, kept = _read_from(SHIPPED, table), None
    try:
        kept = _read_from(user_folder(), table)
    except DamagedFileError as trouble:  # it can be computed again, and will be written anew
        warnings.warn(f"not used: {trouble}", RuntimeWarning, stacklevel=2)
    return shipped.beside(kept) if shipped and kept else shipped or kept


def _read_from(folder: Traversable | None, table: HandTable) -> ExactTable | None:
    if folder is None:
        return None
    path = folder / file_name(table)
    try:
        content = path.read_bytes()
    except OSError:
        return None
    return read_exact(content, table, name=str(path))


def save_exact(table: HandTable, exact: ExactTable) -> Path | None:
    """Keep an exact table on this machine, beside the numbers of players that were kept before.

    Parameters
    ----------
    table : HandTable
    exact : ExactTable

    Returns
    -------
    Path or None
        The file; None where the folder cannot be written.
    """
    folder = user_folder()
    if folder is None:
        return None
    with suppress(DamagedFileError):
        kept = _read_from(folder, table)
        exact = exact.beside(kept) if kept else exact
    try:
        return write_exact(folder, table, exact)
    except OSError:
        return None


def write_exact(folder: Path, table: HandTable, exact: ExactTable) -> Path:
    """Write the file of an exact table in a folder: whole, or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(table)
    write_whole(path, lambda stream: stream.write(_content(table, exact)))
    return path


def _classes_digest(table: HandTable) -> str:
    """Digest of how hands are numbered in classes: the rows of the payload mean nothing without it."""
    return hashlib.sha256(table.symmetry.class_of.astype("<i4").tobytes()).hexdigest()


def _stored_columns(n: int, field: bool) -> int:
    """Columns in the file for n players: one best opponent is left out, being what remains of all deals."""
    return n + (n - 2 if field else 0)


def _content(table: HandTable, exact: ExactTable) -> bytes:
    payload = lzma.compress(_packed(exact), format=lzma.FORMAT_XZ, check=lzma.CHECK_NONE, preset=9)
    header: dict[str, Any] = {
        "format": FORMAT,
        "digest": table.digest,
        "class_digest": _classes_digest(table),
        "cards": exact.n_cards,
        "classes": exact.n_classes,
        "n_players": list(exact.n_players),
        "field": [n for n in exact.n_players if exact.has_field(n)],
    }
    header["sha256"] = _checksum(header, payload)
    return json.dumps(header).encode("ascii") + b"\n" + payload


def _checksum(header: dict[str, Any], payload: bytes) -> str:
    """SHA-256 of all that the file says but the checksum itself."""
    said = {key: value for key, value in header.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode("ascii") + payload).hexdigest()


def _packed(exact: ExactTable) -> bytes:
    """All counts over (n - 1)!, which divides them; first bytes first, then second bytes …: like beside like."""
    numbers: list[int] = []
    for n in exact.n_players:
        rows = [exact.counts(hero, n) for hero in range(exact.n_classes)]
        columns = [[row.win for row in rows]]
        columns += [[row.svara[k] for row in rows] for k in range(2, n + 1)]
        if exact.has_field(n):
            columns += [[(row.opponents_best or {})[k] for row in rows] for k in range(2, n)]
        numbers += [count // factorial(n - 1) for column in columns for count in column]
    content = np.frombuffer(b"".join(number.to_bytes(COUNT_BYTES, "little") for number in numbers), np.uint8)
    return content.reshape(-1, COUNT_BYTES).T.tobytes()


def read_exact(content: bytes, table: HandTable, *, name: str = "the table") -> ExactTable:
    """Read the content of a file, after comparing everything that can be.

    Parameters
    ----------
    content : bytes
        The whole file.
    table : HandTable
        The hand table that it must belong to.
    name : str
        What to call it in errors.

    Returns
    -------
    ExactTable

    Raises
    ------
    DamagedFileError
        If the file is damaged, or belongs to other rules.
    """
    line, _, payload = content.partition(b"\n")
    header = _header(line, name)
    expected = {
        "format": FORMAT,
        "digest": table.digest,
        "class_digest": _classes_digest(table),
        "cards": table.n_cards,
        "classes": table.symmetry.n_classes,
        "sha256": _checksum(header, payload),
    }
    for key, value in expected.items():
        if header.get(key) != value:
            raise DamagedFileError(
                f"{name}: {key} is {header.get(key)!r}, expected {value!r}; delete or rebuild the file"
            )
    players, field = (_numbers(header, key, name) for key in ("n_players", "field"))
    counts = table.symmetry.n_classes * sum(_stored_columns(n, n in field) for n in players)
    return _unpacked(_inflated(payload, counts * COUNT_BYTES, name), table, players, field, name)


def _header(line: bytes, name: str) -> dict[str, Any]:
    try:
        header = json.loads(line[:LARGEST_HEADER])
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise DamagedFileError(f"{name}: the first line is not the header of an exact table")
    return header


def _numbers(header: dict[str, Any], key: str, name: str) -> list[int]:
    """Numbers of players under a key: unharmed they are, but an older version may have written something else."""
    numbers = header.get(key)
    if isinstance(numbers, list) and all(type(n) is int and n >= 2 for n in numbers):
        return numbers
    raise DamagedFileError(f"{name}: {key} is {numbers!r}, expected a list of numbers; delete or rebuild the file")


def _inflated(payload: bytes, size: int, name: str) -> bytes:
    """The payload, never more of it than there should be."""
    try:
        inflate = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
        content = inflate.decompress(payload, max_length=size + 1)
    except lzma.LZMAError as trouble:
        raise DamagedFileError(f"{name}: the payload cannot be decompressed: {trouble}") from None
    if len(content) != size:
        raise DamagedFileError(f"{name}: the payload has not the {size} bytes that its header promises")
    return content


def _unpacked(content: bytes, table: HandTable, players: list[int], field: list[int], name: str) -> ExactTable:
    planes = np.frombuffer(content, np.uint8).reshape(COUNT_BYTES, -1)
    words = np.ascontiguousarray(planes.T).view("<u8").astype(np.uint64)
    limbs: dict[int, NDArray[np.uint64]] = {}
    start = 0
    for n in players:
        columns = _stored_columns(n, n in field)
        stop = start + columns * table.symmetry.n_classes
        stored = words[start:stop].reshape(columns, -1, 2)
        start = stop
        counts = (stored[..., 0].astype(object) + stored[..., 1].astype(object) * (1 << 64)) * factorial(n - 1)
        if n in field:
            lone = all_deals(table.n_cards - 3, n - 1) - counts.sum(axis=0)
            if (lone < 0).any():
                raise DamagedFileError(f"{name}: counts of {n} players exceed the number of deals")
            counts = np.concatenate([counts[:n], lone[None], counts[n:]])
        low, high = (counts % (1 << 64)).astype(np.uint64), (counts >> 64).astype(np.uint64)
        limbs[n] = np.ascontiguousarray(np.stack([low, high], axis=-1).transpose(1, 0, 2))
    return ExactTable(table.digest, table.n_cards, limbs)
