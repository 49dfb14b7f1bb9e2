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
export { type Moment, Motion, type StepKind, timelineOf, useMotion } from "./motion.ts";
export { Player, type Product, ProductChoice, panOf, showing } from "./player.tsx";
export { sayingOf } from "./saying.ts";
export { type Looked, powersOf, type RowNames, type SceneState, sceneOf } from "./scene-state.ts";
export { divisorOf, divisorText, expression, showCell, sumOf, undivided } from "./terms.ts";
