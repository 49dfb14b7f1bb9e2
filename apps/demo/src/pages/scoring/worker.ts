import { attendSmall } from "@saccade/figures/attend";
import { useBestBackend } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import type { ScoringCalls } from "./calls.ts";
import { spread } from "./spread.ts";

const ready = useBestBackend();

serve<ScoringCalls>(self, {
  attend: (ask) => ready.then(() => attendSmall(ask)),
  spread: (ask) => ready.then(() => spread(ask)),
});
