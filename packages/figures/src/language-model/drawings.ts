export { CacheColumns, type ColumnShape } from "./cache-columns.tsx";
export { LayerTable, type PointedGuess } from "./layer-table.tsx";
export { type BarTexts, NextBars, percent } from "./next-bars.tsx";
