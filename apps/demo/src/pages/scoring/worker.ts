import { useBestBackend } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import { attendSmall, spread } from "./attention.ts";
import type { ScoringCalls } from "./calls.ts";

const ready = useBestBackend();

serve<ScoringCalls>(self, {
  attend: (ask) => ready.then(() => attendSmall(ask)),
  spread: (ask) => ready.then(() => spread(ask)),
});
