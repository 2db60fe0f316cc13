"""Results in files: CSV or Parquet with their provenance inside, written whole and read back as they were."""

from __future__ import annotations

import io
import json
import os
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svara_odds._files import write_whole
from svara_odds.errors import DamagedFileError, MissingPackageError, SvaraError
from svara_odds.results import Result, RunInfo, plain

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SUFFIXES", "check_name", "load_result", "save_result"]

SUFFIXES = (".csv", ".parquet")
_MARK = "# svara-odds "
_KEY = b"svara-odds"


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
    said = {
        "name": result.name,
        "info": plain(asdict(result.info)),
        "extra": {key: plain(value) for key, value in result.extra.items()},
        # Without this an empty text of a CSV file would be read as nothing, and one of digits as a number.
        "texts": [name for name, values in result.columns.items() if all(isinstance(value, str) for value in values)],
    }
    frame = result.frame()
    if check_name(path) == ".csv":
        head = _MARK + json.dumps(said) + "\n"
        content = (head + frame.to_csv(index=False, lineterminator="\n")).encode("utf-8")
    else:
        content = _as_parquet(frame, said)
    write_whole(path, lambda stream: stream.write(content))


def load_result(path: str | os.PathLike[str]) -> Result:
    """Read a result that `save_result` has written.

    Raises
    ------
    DamagedFileError
        If the file is not such a result.
    MissingPackageError
        If pyarrow is needed and not there.
    OSError
        If it cannot be read.
    """
    content = Path(path).read_bytes()
    try:
        if check_name(path) == ".csv":
            head, _, table = content.decode("utf-8").partition("\n")
            said = json.loads(head.removeprefix(_MARK))
            frame = _from_csv(table, said["texts"])
        else:
            frame, said = _from_parquet(content)
        info = RunInfo(**{item.name: said["info"][item.name] for item in fields(RunInfo)})
        columns = {str(name): [None if value != value else value for value in frame[name].tolist()] for name in frame}
        return Result(info, columns, said["name"], said["extra"])
    except (ValueError, KeyError, TypeError) as trouble:
        raise DamagedFileError(f"{path}: this is not a saved result: {trouble}") from None


def _from_csv(table: str, texts: list[str]) -> pd.DataFrame:
    import pandas as pd

    numbers = [name for name in pd.read_csv(io.StringIO(table), nrows=0) if name not in texts]
    return pd.read_csv(
        io.StringIO(table),
        keep_default_na=False,
        na_values={name: [""] for name in numbers},
        dtype=dict.fromkeys(texts, str),
    )


def check_name(path: str | os.PathLike[str]) -> str:
    """The suffix of a file's name; `SvaraError` where no result can be saved under such a name."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise SvaraError(
            f"file {os.fspath(path)!r} ends in {suffix or 'nothing'!r}; it must be one of: {', '.join(SUFFIXES)}"
        )
    return suffix


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise MissingPackageError("Parquet files need pyarrow; install svara-odds[parquet], or save as .csv") from None
    return pyarrow


def _as_parquet(frame: pd.DataFrame, said: dict[str, Any]) -> bytes:
    arrow = _arrow()
    table = arrow.Table.from_pandas(frame, preserve_index=False)
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), _KEY: json.dumps(said)})
    stream = io.BytesIO()
    arrow.parquet.write_table(table, stream)
    return stream.getvalue()


def _from_parquet(content: bytes) -> tuple[pd.DataFrame, dict[str, Any]]:
    arrow = _arrow()
    table = arrow.parquet.read_table(io.BytesIO(content))
    return table.to_pandas(), json.loads((table.schema.metadata or {})[_KEY])
