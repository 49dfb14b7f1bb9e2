// Curves that grow while one watches. An entry of its own: uPlot is fetched only where a curve is live.
export { type LiveCurve, type LiveCurveOptions, liveCurve } from "./page/live-curve.ts";
