"""The notebooks run from top to bottom, each in a kernel of its own, and every number in their prose is asserted."""

import os
import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets import default
from traitlets.config import Config

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# Run before the first cell, and not when the kernel starts: what the kernel's own modules warn of is not ours.
STRICT = """\
import warnings
warnings.simplefilter("error")
warnings.filterwarnings("ignore", module="ipykernel|ipywidgets|tornado|zmq|asyncio")
"""


def each_notebook(test):
    return pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])(test)


class KernelOfThisInterpreter(AsyncKernelManager):
    """A kernel on the interpreter of this test, whatever kernels are installed."""

    @default("kernel_spec_manager")
    def _no_folders(self):
        # Without folders to look in, "python3" is ipykernel's own kernel.
        return KernelSpecManager(kernel_dirs=[])


def run(notebook, folder):
    """Run the cells from the folder of the notebooks; a cell that fails raises, and so does a warning."""
    notebook.cells.insert(0, nbformat.v4.new_code_cell(STRICT))
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        kernel_manager_class=KernelOfThisInterpreter,
        timeout=300,
        resources={"metadata": {"path": str(ROOT / "notebooks")}},
        config=Config(KernelOfThisInterpreter={"connection_file": str(folder / "connection.json")}),
    )
    places = {"PYTHONPATH": ROOT, "IPYTHONDIR": folder, "MPLCONFIGDIR": folder}
    client.execute(env={**os.environ, **{name: str(place) for name, place in places.items()}})


def shown_by_widgets(notebook):
    """What the widgets of a notebook show after it has run: a function behind a slider fails there, not in its cell."""
    state = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    models = [model for model in state.values() if model["model_name"] == "OutputModel"]
    return [output for model in models for output in model["state"]["outputs"]]


def test_there_are_notebooks():
    assert NOTEBOOKS


@each_notebook
def test_no_output_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@each_notebook
def test_file_is_tidy(path):
    """As nbformat writes it, so that a change of a sentence is a change of a line."""
    text = path.read_text(encoding="utf-8")
    assert text == nbformat.writes(nbformat.read(path, as_version=4), indent=1).rstrip("\n") + "\n"


@each_notebook
def test_ends_in_a_sentence_that_was_asserted(path):
    cells = nbformat.read(path, as_version=4).cells
    assert cells[0].source.startswith("# ")
    assert "?" in cells[0].source
    assert (cells[-2].cell_type, cells[-1].cell_type) == ("code", "markdown")
    assert "assert " in cells[-2].source


@each_notebook
def test_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    run(notebook, tmp_path)
    streams = [
        output for cell in notebook.cells for output in cell.get("outputs", []) if output.output_type == "stream"
    ]
    assert streams == []
    assert {output["output_type"] for output in shown_by_widgets(notebook)} <= {"display_data"}
    if "interact(" in path.read_text(encoding="utf-8"):
        assert any("image/png" in output["data"] for output in shown_by_widgets(notebook))
    if "so.charts" in path.read_text(encoding="utf-8"):
        assert any(
            "image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])
        )


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("assert 1 == 2", "AssertionError"),
        ("import warnings; warnings.warn('old')", "UserWarning"),
        (f"import sys; assert sys.executable != {sys.executable!r}", "AssertionError"),
    ],
    ids=["false", "warning", "interpreter"],
)
def test_a_cell_that_is_wrong_fails(source, error, tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    with pytest.raises(CellExecutionError, match=error):
        run(notebook, tmp_path)


def test_a_slider_whose_function_fails_is_seen(tmp_path):
    source = "from ipywidgets import interact\ndef fail(n):\n    raise ValueError(n)\ninteract(fail, n=3);"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    run(notebook, tmp_path)
    assert [output["output_type"] for output in shown_by_widgets(notebook)] == ["error"]
