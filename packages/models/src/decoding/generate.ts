import type { KeyValueCache } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { Generator, multinomial, ShapeError, scope, type Tensor, tensor, where } from "@saccade/tensor";
import { badArgument, checkInteger } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { forbid } from "../contract/checks.ts";
import type { BeamSettings } from "../definitions/decoding.ts";
import type { GPTAttention } from "../gpt/block.ts";
import { GPT } from "../gpt/gpt.ts";
import { shareRule, topKFilter, topPFilter } from "./filters.ts";
import {
  append,
  beamRules,
  type Candidate,
  candidatesOf,
  inEvalMode,
  numberFrom,
  type Open,
  search,
  searchAsync,
} from "./search.ts";

const isTemperature = (value: unknown): value is number =>
  value === 0 || (typeof value === "number" && value >= 1e-6 && value <= 1e6);

const model = c.required(c.instanceOf("a GPT", GPT));
const prompt = c.required(c.listOf(c.whole(undefined, { min: 0 })));

const rules = {
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
   * The number of oldest tokens to drop when the text reaches the model's maxLen; the others are recomputed, at positions
   * from 0. 1 always shows the model the last maxLen tokens, and computes all of them for each new one; a larger
   * number keeps more of the steps cached and shows fewer tokens. Default 0: a text beyond maxLen throws.
   */
  slide: c.whole(0, { min: 0 }),
  /** Whether keys and values are cached. Without, every step recomputes the whole text. Default true. */
  cache: c.flag(true),
};

const callOf = (name: string) =>
  c.signature(name, { model, prompt }, rules, {
    example: `${name}(gpt, ids, { maxNewTokens: 20, temperature: 0.8, topK: 40 })`,
    renamed: {
      numBeams: "write beamSize",
      maxLength: "write maxNewTokens",
      doSample: "write temperature: 1",
      useCache: "write cache",
      eosTokenId: "write eos",
    },
  });

const call = callOf("generate");
const callAsync = callOf("generateAsync");

/** Options of {@link generate}. */
export interface GenerateOptions extends c.OptionsOf<typeof call, typeof beamRules> {}

type Settings = c.SettingsOf<typeof call>;

/**
 * Continues a prompt: greedily, by sampling, or with a beam search. Runs in eval mode, without recording gradients. Each step
 * reads from the model's backend; on one that cannot be read synchronously, use {@link generateAsync}.
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
  const settings = call([model, prompt, given]);
  const text = new Continuation("generate", model, prompt, settings);
  const grow = (open: readonly Open<number>[]): Open<number>[] =>
    scope(() => {
      const { wanted, next } = text.step(open);
      return next(wanted.map((x) => x.dataSync()));
    });
  return inEvalMode(model, () =>
    noGrad(() => {
      try {
        return [...search(0, text.search, grow)[0]!.tokens];
      } finally {
        text.end();
      }
    }),
  );
}

/**
 * {@link generate} that awaits its reads: for a page's main thread, which cannot block on a GPU.
 *
 * @throws as generate does
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * (await generateAsync(gpt, [3], { maxNewTokens: 4 })).length // 4
 */
export async function generateAsync(
  model: GPT<GPTAttention>,
  prompt: readonly number[],
  given: GenerateOptions,
): Promise<number[]> {
  const settings = callAsync([model, prompt, given]);
  const text = new Continuation("generateAsync", model, prompt, settings);
  // Modes and scopes end before each wait, because the program continues meanwhile.
  const grow = async (open: readonly Open<number>[]): Promise<Open<number>[]> => {
    const step = (): Step => noGrad(() => text.step(open));
    const { wanted, next } = inEvalMode(model, step);
    const elements = await Promise.all(wanted.map((x) => x.data()));
    for (const x of wanted) x.dispose();
    return next(elements);
  };
  try {
    return [...(await searchAsync(0, text.search, grow))[0]!.tokens];
  } finally {
    text.end();
  }
}

/** A step: the tensors to read, and the next step given their elements. */
interface Step {
  readonly wanted: readonly Tensor[];
  readonly next: (elements: readonly ArrayLike<number>[]) => Open<number>[];
}

/** A text that grows: the model, its cache, and the tokens that it is shown. */
class Continuation {
  readonly search: BeamSettings;
  readonly #name: string;
  readonly #model: GPT<GPTAttention>;
  readonly #prompt: readonly number[];
  readonly #settings: Settings;
  readonly #cache: KeyValueCache | null;
  /** The model sees the tokens from this index on; the cache holds all but the last. */
  #start = 0;

  constructor(name: string, model: GPT<GPTAttention>, prompt: readonly number[], settings: Settings) {
    checkSettings(name, model, prompt, settings);
    const { maxNewTokens: maxSteps, eos, beamSize } = settings;
    const capacity = Math.min(prompt.length + maxSteps, model.settings.maxLen);
    this.search = { eos, maxSteps, beamSize };
    this.#name = name;
    this.#model = model;
    this.#prompt = prompt;
    this.#settings = settings;
    this.#cache = settings.cache ? model.newCache({ capacity }) : null;
  }

  /** One call for all texts of the beam; the state of each is its row in the cache. */
  step(open: readonly Open<number>[]): Step {
    const { beamSize, lengthPenalty } = this.#settings;
    const logits = this.#logits(open);
    if (beamSize === 1) {
      return {
        wanted: [sampleToken(logits.select(0, 0), this.#settings)],
        next: ([token]) => [this.#append(open[0]!, { token: token![0]!, logProb: 0 }, 0)],
      };
    }
    const { values, indices } = logits.logSoftmax(-1).topk(Math.min(beamSize, logits.size(-1)));
    return {
      wanted: [values, indices],
      next: ([best, tokens]) =>
        candidatesOf(best!, tokens!, open.length).flatMap((candidates, row) =>
          candidates.map((one) => this.#append(open[row]!, one, row, lengthPenalty)),
        ),
    };
  }

  end(): void {
    this.#cache?.dispose();
  }

  /** (texts, vocabulary) */
  #logits(open: readonly Open<number>[]): Tensor {
    const { beamSize, slide } = this.#settings;
    const [model, prompt, cache] = [this.#model, this.#prompt, this.#cache];
    const { maxLen } = model.settings;
    const tokens = prompt.length + open[0]!.tokens.length;
    if (slide > 0 && tokens - this.#start > maxLen) {
      this.#start = tokens - (maxLen - slide + 1);
      cache?.dispose();
    }
    const first = cache === null || cache.length === 0 ? this.#start : tokens - 1;
    if (beamSize > 1 && cache !== null && cache.length > 0) cache.select(open.map(({ state }) => state));
    const texts = open.map(({ tokens }) => [...prompt, ...tokens].slice(first));
    const ids = tensor(texts, { dtype: "int32", backend: model.embedding.weight.backend });
    return model.forward(ids, { cache: cache ?? undefined, logitsToKeep: 1 }).select(1, 0);
  }

  #append(before: Open<number>, one: Candidate, state: number, lengthPenalty: number = 0): Open<number> {
    const name = this.#name;
    if (one.token < 0) numberFrom(name, Number.NaN);
    return append(name, before, one, { state, lengthPenalty });
  }
}

/**
 * A token by its scores (vocabulary): temperature, then top-k, then top-p, in Hugging Face's order. −1 if a score is NaN, so
 * that a single read suffices.
 */
function sampleToken(logits: Tensor, { temperature, topK, topP, generator }: Settings): Tensor {
  const { values: best, indices } = logits.max(0);
  const isWrong = best.isnan();
  if (temperature === 0) return where(isWrong, -1, indices);
  let scores = logits.div(temperature);
  if (topK !== undefined) scores = topKFilter(scores, topK);
  if (topP !== undefined) scores = topPFilter(scores, topP);
  const probabilities = where(isWrong, 1, scores.softmax(-1));
  return where(isWrong, -1, multinomial(probabilities, 1, generator === undefined ? {} : { generator }));
}

function checkSettings(
  name: string,
  model: GPT<GPTAttention>,
  prompt: readonly number[],
  settings: Settings,
): void {
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
        "shorten one of them, or write slide: 1 to continue with only the last tokens.",
    );
}
