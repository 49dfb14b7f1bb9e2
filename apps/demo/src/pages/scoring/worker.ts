import { attendSmall } from "@saccade/figures/attend";
import { useBestBackend } from "../../work/backend.ts";
import { type CallsOf, serve } from "../../work/serve.ts";
import { spread } from "./compute.ts";

const calls = { attend: attendSmall, spread };
export type ScoringCalls = CallsOf<typeof calls>;

serve<ScoringCalls>(self, calls, useBestBackend());
