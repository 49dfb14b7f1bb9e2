export {
  type AttendAsk,
  type Attended,
  at,
  type Head,
  isAllowed,
  pairsOf,
  type Rows,
  range,
  type ScoreName,
} from "./attended.ts";
export { AttentionDrawing } from "./drawing.tsx";
export { Motion, useMotion } from "./motion.ts";
export { type Product, ProductChoice, panOf, showing } from "./one-product.tsx";
export { Player } from "./player.tsx";
export { sayingOf } from "./saying.ts";
export { type Looked, powersOf, type RowNames, type SceneState, sceneOf } from "./scene-state.ts";
export { type Moment, type StepKind, timelineOf } from "./steps.ts";
export { divisorOf, divisorText, expression, showCell, sumOf, undivided } from "./terms.ts";
