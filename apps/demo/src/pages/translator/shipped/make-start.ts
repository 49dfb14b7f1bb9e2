import { makeJob } from "../network/job.ts";
import { epochsOfGrammar, firstSentence } from "../settings.ts";
import type { Start } from "./start.ts";

const settings = { seed: 0, lr: 0.005 } as const;
const maxEpochs = Number(epochsOfGrammar);

/**
 * Trains the weights that come with the page, as a reader would: what is shown first, and the checkpoint.
 *
 * @param kernels names the kernels in use
 */
export async function makeStart(kernels: string): Promise<{ start: Start; checkpoint: Uint8Array }> {
  const { trainer, queries } = makeJob({ ...settings, pairs: null, name: "" }, null);
  const { step, losses } = await trainer.fit({ maxEpochs });
  const [translation, film] = await trainer.betweenSteps(() => [
    queries.translate({ sentence: firstSentence, prefix: [] }),
    queries.film({ sentence: firstSentence, after: -1 }),
  ]);
  const start = { kernels, settings, translation, film, facts: queries.facts(), step, losses };
  return { start, checkpoint: await trainer.checkpoint() };
}
