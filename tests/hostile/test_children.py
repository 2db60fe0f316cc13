"""Children of a process whose kernels have run on several threads: they answer too, and none hangs."""

import pytest

PARENT = """
import multiprocessing, sys, warnings

import svara_odds as so

def ask(threads):
    odds = so.equity(["22+", "random", "random"], "trynka", method="monte-carlo", deals=70_000, seed=3, threads=threads)
    return [int(count) for count in odds.columns["win_count"]]

if __name__ == "__main__":
    # Python itself warns, from 3.12 on, where a process with threads forks; those threads have ended here.
    warnings.simplefilter("error")
    here = ask(2)
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        there = pool.map(ask, [1, 2])
    print(there == [here, here] and sum(here) > 0)
"""


@pytest.mark.parametrize("how", ["fork", pytest.param("spawn", marks=pytest.mark.slow), "forkserver"])
def test_children_answer_after_kernels_on_threads(fresh, tmp_path, how):
    (tmp_path / "parent.py").write_text(PARENT, encoding="utf-8")
    ran = fresh(tmp_path / "parent.py", how, timeout=100)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "True\n", "")
