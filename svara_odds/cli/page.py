"""``svara-odds page``: write the page that a player opens on a phone."""

from __future__ import annotations

import warnings

import click

from svara_odds.cli.groups import ListingCommand
from svara_odds.cli.options import chosen_style, language_option, output_options, run_options
from svara_odds.cli.output import announcer, print_answer, progress_bar

__all__ = ["page_command"]

LARGE = 2_000_000  # bytes that a messenger or an old phone may balk at


@click.command("page", cls=ListingCommand)
@click.option("--out", metavar="FILE", required=True, help="File to write: .html.")
@click.option(
    "--rules",
    multiple=True,
    metavar="NAME|FILE...",
    help="Games on the page, the first one in front; by default all whose exact odds ship.",
)
@language_option
@run_options
@output_options
def page_command(out: str, rules: tuple[str, ...], lang: str, quiet: bool, threads: int, seed: int | None) -> None:
    """Write a page with exact odds that needs no server and no network.

    Such as: svara-odds page --out svara.html --lang bg
    """
    from svara_odds.page.build import write_page

    with progress_bar(quiet, "steps") as progress:
        path = write_page(
            out, rules=rules or None, lang=lang, threads=threads, announce=announcer(quiet), progress=progress
        )
    size = path.stat().st_size
    if size > LARGE:
        warnings.warn(f"{path} has {size / 1e6:.1f} MB; fewer --rules make it smaller", stacklevel=1)
    answer = {"file": str(path), "lang": lang, "bytes": size}
    print_answer(answer, chosen_style(), words=f"wrote {answer['file']}")
