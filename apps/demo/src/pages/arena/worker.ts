import { useBestBackend } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import type { ArenaCalls } from "./calls.ts";
import { Learner } from "./learner.ts";

let learner: Learner | null = null;

serve<ArenaCalls>(
  self,
  {
    begin: (ask) => {
      learner?.free();
      learner = new Learner(ask);
      return { parameters: learner.parameters, frame: learner.frame() };
    },
    train: (ms) => {
      if (learner === null) throw new Error("No run has begun.");
      return learner.train(ms);
    },
  },
  useBestBackend(),
);
