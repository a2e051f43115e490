"""NumPy arrays as puzzles and as answers."""

import numpy as np
import pytest
from conftest import classic, spoiled

import satdoku


def array_of(puzzles, dtype=np.uint8):
    return np.array([[int(cell) for cell in puzzle.replace(".", "0")] for puzzle in puzzles], dtype)


def text_of(row):
    return "".join(map(str, row.tolist()))


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">i4"])
def test_an_array_of_any_integers_is_answered_row_by_row(dtype):
    puzzles = classic(50)
    answer = satdoku.solve(array_of(puzzles, dtype))
    assert answer.solution.shape == (50, 81) and answer.solution.dtype == np.uint8
    assert list(answer.status) == ["unique"] * 50 and len(answer) == 50
    expected = [solved.solution for solved in satdoku.solve(puzzles)]
    assert [text_of(row) for row in answer.solution] == expected


@pytest.mark.parametrize("shape", [(81,), (9, 9)])
def test_one_puzzle_as_an_array_is_answered_in_its_shape(shape):
    (puzzle,) = classic(1)
    answer = satdoku.solve(array_of([puzzle])[0].reshape(shape))
    assert answer.status == "unique" and answer.solution.shape == shape
    assert text_of(answer.solution.ravel()) == satdoku.solve(puzzle).solution


def test_arrays_in_a_list_are_answered_as_arrays():
    texts = classic(3)
    arrays = list(array_of(texts))
    answers = satdoku.solve([arrays[0], texts[1], arrays[2].tolist(), np.zeros(81)])
    expected = [answer.solution for answer in satdoku.solve(texts)]
    assert [text_of(answers[index].solution) for index in (0, 2)] == expected[::2]
    assert answers[1].solution == expected[1] and answers[3].status == "error"


def test_arrays_of_other_shapes_are_answered_too():
    puzzles = array_of(classic(12))
    expected = satdoku.solve(puzzles).solution
    assert (satdoku.solve(puzzles.reshape(12, 9, 9)).solution == expected.reshape(12, 9, 9)).all()
    # Neither rows nor columns are contiguous in memory.
    apart = np.zeros((24, 162), np.int16)[::2, ::2]
    apart[:] = puzzles
    assert (satdoku.solve(apart).solution == expected).all()
    assert (satdoku.solve(np.asfortranarray(puzzles)).solution == expected).all()
    assert satdoku.solve(np.zeros((0, 81), int)).solution.shape == (0, 81)
    small = satdoku.solve(np.array([[1, 2, 3, 4] + [0] * 12] * 16))
    assert small.solution.shape == (16, 16) and set(small.status) == {"multiple"}
    large = satdoku.solve(np.zeros((25, 25), int))
    assert large.status == "multiple" and large.solution.max() == 25


def test_a_bad_row_has_its_reason_and_the_others_their_answers():
    puzzles = array_of(classic(4), int)
    puzzles[1, 5], puzzles[2, 0:2], puzzles[3, 7] = 10, (7, 7), -2
    answer = satdoku.solve(puzzles)
    assert list(answer.status) == ["unique", "error", "invalid", "error"]
    assert answer.reason[1] == "expected 0 for an empty cell, or 1 to 9, found 10 at index 5"
    assert answer.reason[3] == "expected 0 for an empty cell, or 1 to 9, found -2 at index 7"
    assert answer.reason[2].startswith("row A holds 7 twice: A1, A2")
    assert not answer.solution[1:].any() and answer[1].solution is None
    with pytest.raises(ValueError, match="found 10 at index 5"):
        satdoku.solve(puzzles[1])


def test_two_solutions_are_given_where_there_are_several():
    answer = satdoku.solve(np.array([[1, 2] + [0] * 14, [1, 2, 0, 0, 2, 1] + [0] * 10]))
    first, second = answer.solution[0], answer.second_solution[0]
    assert list(answer.status) == ["multiple", "invalid"] and (first != second).any()
    assert first.max() == second.max() == 4 and list(answer.second_solution) == [0]
    assert answer[-2].second_solution is second


def test_minus_one_is_an_empty_cell_as_in_text():
    puzzle = array_of(classic(1), int)
    assert satdoku.solve(np.where(puzzle == 0, -1, puzzle)).status[0] == "unique"


def test_rules_hold_for_arrays_too():
    made = satdoku.generate(20, seed=4, rules="diagonal")
    grids = satdoku.solve(made[0].puzzle).puzzle  # the puzzle is JSON that names its rules
    assert "diagonal" in grids
    puzzles = array_of([satdoku.generate(1, seed=4, rules="diagonal")[0].solution])
    puzzles[0, 9:] = 0
    assert satdoku.solve(puzzles).status[0] == "multiple"
    solution = satdoku.solve(puzzles, rules="diagonal").solution[0].reshape(9, 9)
    assert len(set(solution.diagonal())) == 9


def test_other_functions_take_arrays_as_lists():
    puzzles = classic(5)
    array = array_of(puzzles)
    for function in (satdoku.rate, satdoku.hint, satdoku.explain, satdoku.check):
        by_text, by_array = function(puzzles), function(array)
        for one, other in zip(by_text, by_array, strict=True):
            assert one.status == other.status
    assert satdoku.rate(array[0]).grade == satdoku.rate(puzzles[0]).grade


def test_what_is_no_array_of_puzzles_is_refused_at_once():
    with pytest.raises(TypeError, match="integers"):
        satdoku.solve(np.zeros((3, 81)))
    with pytest.raises(ValueError, match="n x 81"):
        satdoku.solve(np.zeros((3, 9, 8), int))
    with pytest.raises(ValueError, match="expected cells"):
        satdoku.solve(np.zeros((3, 0), int))
    for cells in (1, 7, 80, 82):
        answer = satdoku.solve(np.zeros((3, cells), int))
        assert set(answer.status) == {"error"}
        with pytest.raises(ValueError):
            satdoku.solve(np.zeros(cells, int))


def test_arrays_and_texts_agree_on_spoiled_puzzles():
    puzzles = [puzzle for puzzle in spoiled(classic(300)) if len(puzzle) == 81 and "Q" not in puzzle]
    answer = satdoku.solve(array_of(puzzles))
    assert list(answer.status) == [solved.status for solved in satdoku.solve(puzzles)]
