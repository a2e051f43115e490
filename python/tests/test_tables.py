"""Series of pandas and polars as puzzles, and DataFrames as answers."""

from conftest import classic, needed

import satdoku


def test_a_series_of_pandas_becomes_a_table_with_its_index():
    pandas = needed("pandas")
    puzzles = pandas.Series([*classic(20), None, float("nan"), "Q"], index=range(100, 123))
    table = satdoku.solve(puzzles)
    assert list(table.columns) == ["status", "solution", "second_solution", "reason"]
    assert table.index.equals(puzzles.index)
    assert list(table.status) == ["unique"] * 20 + ["error"] * 3
    assert list(table.solution[:20]) == [answer.solution for answer in satdoku.solve(classic(20))]
    assert list(satdoku.rate(puzzles).grade[:20]) == [answer.grade for answer in satdoku.rate(classic(20))]
    assert len(satdoku.hint(puzzles)) == 23
    joined = puzzles.to_frame("puzzle").join(satdoku.check(puzzles))
    assert joined.status.value_counts()["unique"] == 20


def test_a_series_of_polars_becomes_a_table():
    polars = needed("polars")
    puzzles = polars.Series("puzzle", [*classic(20), None, "Q"])
    table = satdoku.solve(puzzles)
    assert table.columns == ["status", "solution", "second_solution", "reason"] and len(table) == 22
    assert table["status"].to_list() == ["unique"] * 20 + ["error"] * 2
    assert satdoku.rate(puzzles, steps=True)["depth"].null_count() >= 2
    assert len(satdoku.check(puzzles, minimal=True)) == 22
