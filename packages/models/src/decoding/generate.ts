import { noGrad } from "@saccade/autograd";
import { Generator, multinomial, ShapeError, scope, type Tensor, tensor } from "@saccade/tensor";
import { badArgument, checkInteger } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { forbid } from "../contract/forbid.ts";
import type { GPTAttention } from "../gpt/block.ts";
import { GPT } from "../gpt/gpt.ts";
import { shareRule, topKFilter, topPFilter } from "./filters.ts";
import { append, beamRules, inEvalMode, mostProbable, numberFrom, type Open, search } from "./search.ts";

const name = "generate";
const isTemperature = (value: unknown): value is number =>
  value === 0 || (typeof value === "number" && value >= 1e-6 && value <= 1e6);

const call = c.signature(
  name,
  {
    model: c.required(c.instanceOf("a GPT", GPT)),
    prompt: c.required(c.listOf(c.whole(undefined, { min: 0 }))),
  },
  {
    /** The number of tokens to generate, unless `eos` comes earlier. */
    maxNewTokens: c.required(c.size()),
    /** The token that ends the text. Default none. */
    eos: c.whole(undefined, { min: 0 }),
    /** 0, the default, takes the most probable token; 1 samples as the model predicts, more is more varied. */
    temperature: c.rule("0, or a number from 1e-6 to 1e6", isTemperature, 0),
    /** Samples from the k most probable tokens only. See topKFilter. */
    topK: c.size(),
    /** Samples from the most probable tokens that reach this probability together. See topPFilter. */
    topP: shareRule,
    /** For sampling. Default: the default generator. */
    generator: c.instanceOf("a Generator", Generator),
    ...beamRules,
    /** The number of texts kept at every step of a beam search. Default 1, no search. Excludes sampling. */
    beamSize: c.size(1),
    /**
     * How many of the oldest tokens are dropped when the text has reached the model's maxLen; the others are computed anew, at
     * positions from 0 on. 1 always shows the model the last maxLen tokens, and computes all of them for each new one; a larger
     * number keeps more of the steps cached and shows fewer tokens. Default 0: a text beyond maxLen throws.
     */
    slide: c.whole(0, { min: 0 }),
    /** Whether keys and values are cached. Without, every step computes all of the text anew. Default true. */
    cache: c.flag(true),
  },
  {
    example: `${name}(gpt, ids, { maxNewTokens: 20, temperature: 0.8, topK: 40 })`,
    renamed: {
      numBeams: "write beamSize",
      maxLength: "write maxNewTokens",
      doSample: "write temperature: 1",
      useCache: "write cache",
      eosTokenId: "write eos",
    },
  },
);

/** Options of {@link generate}. */
export interface GenerateOptions extends c.OptionsOf<typeof call> {}

type Settings = c.SettingsOf<typeof call>;

/**
 * Continues a prompt: greedily, by sampling, or with a beam search. Runs in eval mode, without recording gradients.
 *
 * @param prompt token ids, at least one
 * @returns the new tokens, with `eos` if it came
 * @throws ArgumentError for unknown token ids, options that exclude each other, or a network that returns NaN; ShapeError where prompt
 * and new tokens are longer than the model's maxLen and do not slide.
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * generate(gpt, [3], { maxNewTokens: 4 }).length // 4
 */
export function generate(
  model: GPT<GPTAttention>,
  prompt: readonly number[],
  given: GenerateOptions,
): number[] {
  const settings = call(arguments, given);
  const { maxNewTokens: maxSteps, eos, beamSize, lengthPenalty, slide } = settings;
  checkSettings(model, prompt, settings);
  const { maxLen } = model.settings;
  const capacity = Math.min(prompt.length + maxSteps, maxLen);
  const cache = settings.cache ? model.newCache({ capacity }) : null;
  const { backend } = model.embedding.weight;
  // The model is shown the tokens since this one, of which the cache holds all but the last.
  let start = 0;
  // One call a step for all texts of the beam; the state of each is its row in the cache.
  const grow = (open: readonly Open<number>[], length: number): Open<number>[] =>
    scope(() => {
      const tokens = prompt.length + length - 1;
      if (slide > 0 && tokens - start > maxLen) {
        start = tokens - (maxLen - slide + 1);
        cache?.dispose();
      }
      const first = cache === null || cache.length === 0 ? start : tokens - 1;
      if (beamSize > 1 && cache !== null && cache.length > 0) cache.select(open.map(({ state }) => state));
      const texts = open.map(({ tokens }) => [...prompt, ...tokens].slice(first));
      const ids = tensor(texts, { dtype: "int32", backend });
      const scores = model.forward(ids, { cache: cache ?? undefined, logitsToKeep: 1 });
      const logits = scores.select(1, 0); // (texts, vocabulary)
      if (beamSize === 1) {
        const token = sampleToken(logits.select(0, 0), settings);
        return [append(name, open[0]!, { token, logProb: 0 }, { state: 0 })];
      }
      return mostProbable(logits.logSoftmax(-1), beamSize).flatMap((candidates, state) =>
        candidates.map((candidate) => append(name, open[state]!, candidate, { state, lengthPenalty })),
      );
    });
  return inEvalMode(model, () =>
    noGrad(() => {
      try {
        return [...search(0, { eos, maxSteps, beamSize }, grow)[0]!.tokens];
      } finally {
        cache?.dispose();
      }
    }),
  );
}

/** A token by its scores (vocabulary): temperature, then top-k, then top-p, in Hugging Face's order. */
function sampleToken(logits: Tensor, { temperature, topK, topP, generator }: Settings): number {
  numberFrom(name, logits.max().item());
  if (temperature === 0) return logits.argmax().item();
  let scores = logits.div(temperature);
  if (topK !== undefined) scores = topKFilter(scores, topK);
  if (topP !== undefined) scores = topPFilter(scores, topP);
  return multinomial(scores.softmax(-1), 1, generator === undefined ? {} : { generator }).item();
}

function checkSettings(model: GPT<GPTAttention>, prompt: readonly number[], settings: Settings): void {
  const { maxNewTokens, eos, temperature, topK, topP, generator, beamSize, lengthPenalty, slide } = settings;
  const { vocabSize, maxLen } = model.settings;
  if (prompt.length === 0) throw badArgument(name, "prompt", "an array of token ids, at least one", prompt);
  for (const id of prompt) checkInteger(name, "a token of prompt", id, 0, vocabSize - 1);
  if (eos !== undefined) checkInteger(name, "eos", eos, 0, vocabSize - 1);
  checkInteger(name, "slide", slide, 0, maxLen);
  const [filter] = Object.entries({ topK, topP, generator }).filter(([, value]) => value !== undefined);
  forbid(name, {
    [`${filter?.[0]} is for sampling; give a temperature too, such as 1`]:
      temperature === 0 && filter !== undefined,
    [`lengthPenalty ${lengthPenalty} is for a beam search; give a beamSize above 1, or leave it out`]:
      beamSize === 1 && lengthPenalty > 0,
    [`beamSize ${beamSize} searches, and temperature ${temperature} samples; give one`]:
      temperature > 0 && beamSize > 1,
  });
  // The last new token is not fed.
  if (slide === 0 && prompt.length + maxNewTokens - 1 > maxLen)
    throw new ShapeError(
      `${name}: ${prompt.length} tokens of prompt and maxNewTokens ${maxNewTokens} do not fit into the model's maxLen ${maxLen}; ` +
        "shorten one of them, or write slide: 1 to go on with the last tokens alone.",
    );
}
