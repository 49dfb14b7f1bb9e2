export { ArrowTip } from "./arrow-tip.tsx";
export { binned } from "./binned.ts";
export { around, type Box, between, phase, rectOf } from "./box.ts";
export { makeBreath } from "./breathe.ts";
export { Caption } from "./caption.tsx";
export { Cells, cellPaths, strengthOf } from "./cells.tsx";
export {
  Across,
  Axes,
  Bars,
  Chart,
  Dot,
  type Frame,
  Framed,
  GridLines,
  Inside,
  Note,
  OnScale,
  Path,
  pathOf,
  Upright,
  useFrame,
  XTicks,
} from "./chart.tsx";
export { Check } from "./check.tsx";
export { Choice } from "./choice.tsx";
export { type Curve, Curves } from "./curves.tsx";
export { eachFrame } from "./each-frame.ts";
export { colorOf, draggedTo, pointIn } from "./element.ts";
export { Histogram } from "./histogram.tsx";
export { keyTarget } from "./keys.ts";
export { MatrixCanvas } from "./matrix-canvas.tsx";
export { brief, NumberBox, short } from "./number-box.tsx";
export { placeLabels } from "./place-labels.ts";
export { type Rows, rowsOf } from "./rows.ts";
export { seededRandom } from "./seeded-random.ts";
export { setBy, setTo } from "./set-to.ts";
export { shadedCells } from "./shaded-cells.tsx";
export { Slider } from "./slider.tsx";
export { Table } from "./table.tsx";
export { type Moment, type Step, Timeline } from "./timeline.ts";
export { useMedia, useNarrow, useReducedMotion, useTouch } from "./use-media.ts";
export { useProgress } from "./use-progress.ts";
export { useRoving } from "./use-roving.ts";
export { useRun } from "./use-run.ts";
export { useTween } from "./use-tween.ts";
export { useWidth } from "./use-width.ts";
export { whenNear } from "./when-near.ts";
