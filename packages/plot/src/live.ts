// Curves that grow live. A separate entry, so that uPlot is only loaded for live curves.
export { type LiveCurve, type LiveCurveOptions, liveCurve } from "./page/live-curve.ts";
