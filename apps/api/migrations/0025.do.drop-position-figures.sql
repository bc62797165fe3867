-- Figures are computed when they are read, and levels are kept with the deal (0022).
DROP TABLE position_figures;
