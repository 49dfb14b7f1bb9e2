// The drawing parts for a page. Its worker computes with regression.ts.

export {
  type Curve,
  type Line,
  type LookAsk,
  type Points,
  type Range,
  type Row,
  type Way,
  waysToPool,
  xRange,
} from "./data.ts";
export { RegressionPlot } from "./plot.tsx";
export { type Score, scoreOf } from "./score.ts";
export type { PointEdits, Shown } from "./shown.ts";
