import { useBestBackend } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import type { ArenaCalls } from "./calls.ts";
import { Learner } from "./learner.ts";

let [learner, asked]: [Learner | null, string] = [null, ""];

serve<ArenaCalls>(
  self,
  {
    train: ({ run, ms }) => {
      if (learner === null || JSON.stringify(run) !== asked) {
        learner?.free();
        learner = new Learner(run);
        asked = JSON.stringify(run);
      }
      return learner.train(ms);
    },
  },
  useBestBackend(),
);
