import { makeJob } from "./job.ts";
import { epochsOfGrammar, firstSentence } from "./settings.ts";
import type { Start } from "./start.ts";

const settings = { seed: 0, lr: 0.005 } as const;
const maxEpochs = Number(epochsOfGrammar);

/** Trains the weights that come with the page, as a reader would: what is shown first, and the checkpoint. */
export async function makeStart(): Promise<{ start: Start; checkpoint: Uint8Array }> {
  const { trainer, queries } = makeJob({ ...settings, pairs: null, name: "" }, null);
  const { step, losses } = await trainer.fit({ maxEpochs });
  const translation = await trainer.betweenSteps(() =>
    queries.translate({ sentence: firstSentence, prefix: [] }),
  );
  return {
    start: { settings, sentence: firstSentence, translation, facts: queries.facts(), step, losses },
    checkpoint: await trainer.checkpoint(),
  };
}
