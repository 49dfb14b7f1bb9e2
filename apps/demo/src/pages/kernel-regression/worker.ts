import { useBestBackend } from "../../work/backend.ts";
import { type CallsOf, serve } from "../../work/serve.ts";
import { drawPoints, look, rowsAt, step, untrainedW } from "./compute.ts";

const calls = { draw: drawPoints, look, rows: rowsAt, step, untrained: untrainedW };
export type RegressionCalls = CallsOf<typeof calls>;

serve<RegressionCalls>(self, calls, useBestBackend());
