export { CacheColumns, type ColumnShape } from "./cache-columns.tsx";
export { type BarTexts, NextBars, percent } from "./next-bars.tsx";
