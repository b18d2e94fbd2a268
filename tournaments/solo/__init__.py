"""The solo table: official titles, and how somebody has done in their runs."""
