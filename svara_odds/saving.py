"""Results in files: CSV or Parquet with their provenance inside, written whole and read back as they were."""

from __future__ import annotations

import csv
import io
import json
import os
from contextlib import suppress
from dataclasses import asdict, fields
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svara_odds._files import write_whole
from svara_odds.errors import DamagedFileError, MissingPackageError, SvaraError, shortened
from svara_odds.results import Result, RunInfo, plain

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SUFFIXES", "check_name", "load_result", "save_result"]

SUFFIXES = (".csv", ".parquet")
_MARK = "# svara-odds "
_KEY = b"svara-odds"
_WORDS = {"": None, "True": True, "False": False}


def save_result(result: Result, path: str | os.PathLike[str]) -> None:
    """Write a result's frame and its provenance to a file.

    Parameters
    ----------
    result : Result
    path : path
        Ends in ``.csv``, whose first line is then a comment with the provenance as JSON, or in ``.parquet``, which
        has it among its metadata and needs pyarrow.

    Raises
    ------
    SvaraError
        If the name ends in anything else.
    MissingPackageError
        If pyarrow is needed and not there.
    OSError
        If the file cannot be written; what was there before stays.
    """
    frame = result.frame()
    said = {
        "name": result.name,
        "info": plain(asdict(result.info)),
        "extra": {key: plain(value) for key, value in result.extra.items()},
        "rows": len(frame),
        # A text may be empty, or look like a number; without this a reader of CSV could not tell.
        "texts": [name for name in frame if all(isinstance(value, str) for value in frame[name])],
    }
    if check_name(path) == ".csv":
        head = _MARK + json.dumps(said) + "\n"
        content = (head + frame.to_csv(index=False, lineterminator="\n")).encode("utf-8")
    else:
        content = _as_parquet(frame, said)
    write_whole(path, lambda stream: stream.write(content))


def load_result(path: str | os.PathLike[str]) -> Result:
    """Read a result that `save_result` has written.

    Parameters
    ----------
    path : path
        A CSV or Parquet file.

    Returns
    -------
    Result
        To the last bit what was saved; of a solved game the table and what stands beside it.

    Raises
    ------
    DamagedFileError
        If the file is not such a result.
    MissingPackageError
        If pyarrow is needed and not there.
    OSError
        If it cannot be read.
    """
    suffix = check_name(path)
    content = Path(path).read_bytes()
    try:
        columns, said = _from_csv(content) if suffix == ".csv" else _from_parquet(content)
        rows = {len(column) for column in columns.values()}
        if rows != {said["rows"]}:
            raise ValueError(f"it has {max(rows, default=0)} of {said['rows']} rows")
        info = RunInfo(**{item.name: said["info"][item.name] for item in fields(RunInfo)})
        return Result(info, columns, said["name"], said["extra"])
    except (
        ValueError,
        KeyError,
        TypeError,
        OSError,
        csv.Error,
    ) as trouble:  # pyarrow has an OSError for what it cannot read
        raise DamagedFileError(f"{path}: this is not a saved result, or not a whole one: {trouble}") from None


def check_name(path: str | os.PathLike[str]) -> str:
    """The suffix of a file's name.

    Raises
    ------
    SvaraError
        If no result can be saved under such a name.
    MissingPackageError
        If pyarrow is needed and not there.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise SvaraError(
            f"file {shortened(os.fspath(path))} ends in {suffix or 'nothing'!r}; it may end in {' or '.join(SUFFIXES)}"
        )
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise MissingPackageError("Parquet files need pyarrow; install svara-odds[parquet], or save as .csv")
    return suffix


def _from_csv(content: bytes) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Columns and provenance; by hand, for pandas does not read every float to its last bit."""
    head, _, table = content.decode("utf-8").partition("\n")
    said = json.loads(head.removeprefix(_MARK))
    names, *rows = csv.reader(io.StringIO(table, newline=""), strict=True)
    cells = zip(*rows, strict=True) if rows else [() for _ in names]
    columns = {
        name: [*column] if name in said["texts"] else [_value(cell) for cell in column]
        for name, column in zip(names, cells, strict=True)
    }
    return columns, said


def _value(cell: str) -> Any:
    for kind in (int, float):
        with suppress(ValueError):
            return kind(cell)
    return _WORDS.get(cell, cell)


def _as_parquet(frame: pd.DataFrame, said: dict[str, Any]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), _KEY: json.dumps(said)})
    stream = io.BytesIO()
    pyarrow.parquet.write_table(table, stream)
    return stream.getvalue()


def _from_parquet(content: bytes) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(io.BytesIO(content))
    return table.to_pydict(), json.loads((table.schema.metadata or {})[_KEY])
