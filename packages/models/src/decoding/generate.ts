import type { KeyValueCache } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { ArgumentError, Generator, ShapeError, scope, type Tensor, tensor } from "@saccade/tensor";
import { badArgument, checkInteger, refuseExtra } from "@saccade/tensor/backend";
import {
  flag,
  instanceOf,
  number,
  type OptionsOf,
  options,
  type Rule,
  required,
  rule,
  type SettingsOf,
  size,
  whole,
} from "@saccade/tensor/contract";
import { GPT } from "../gpt/gpt.ts";
import { beamRules, lengthFactor, type OpenHypothesis, searchBeams } from "./beam-search.ts";
import { inEvalMode } from "./eval-mode.ts";
import { sampleToken } from "./sample.ts";
import { checkLogProb } from "./step.ts";

const name = "generate";
const temperature: Rule<number, number> = {
  ...rule("0, or a number from 1e-6 to 1e6", isTemperature),
  default: 0,
};

function isTemperature(value: unknown): value is number {
  return value === 0 || (typeof value === "number" && value >= 1e-6 && value <= 1e6);
}

const generateOptions = options(
  name,
  {
    /** The number of tokens to generate, unless `eos` comes earlier. */
    maxNewTokens: required(size()),
    /** The token that ends the text. Default none. */
    eos: whole(undefined, { min: 0 }),
    /** 0, the default, takes the most probable token; 1 samples as the model predicts, more is more varied. */
    temperature,
    /** Samples from the k most probable tokens only. See topKFilter. */
    topK: size(),
    /** Samples from the most probable tokens that reach this probability together. See topPFilter. */
    topP: { ...number(undefined, { above: 0, max: 1 }), must: "a number above 0 and at most 1" },
    /** For sampling. Default: the default generator. */
    generator: instanceOf("a Generator", Generator),
    ...beamRules,
    /** The number of texts kept at every step of a beam search. Default 1, no search. Excludes sampling. */
    beamSize: size(1),
    /**
     * How many of the oldest tokens are dropped when the text has reached the model's maxLen; the others are computed anew, at
     * positions from 0 on. 1 always shows the model the last maxLen tokens, and computes all of them for each new one; a larger
     * number keeps more of the steps cached and shows fewer tokens. Default 0: a text beyond maxLen throws.
     */
    slide: whole(0, { min: 0 }),
    /** Whether keys and values are cached. Without, every step computes all of the text anew. Default true. */
    cache: flag(true),
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
export interface GenerateOptions extends OptionsOf<typeof generateOptions> {}

/**
 * Continues a prompt: greedily, by sampling, or with a beam search. Runs in eval mode, without recording gradients.
 *
 * @param prompt token ids, at least one
 * @returns the new tokens, with `eos` if it came
 * @throws ArgumentError for invalid options; IndexError for an unknown token id; ShapeError where prompt and new tokens are
 * longer than the model's maxLen and do not slide; ArgumentError if the network returns NaN.
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * generate(gpt, [3], { maxNewTokens: 4 }).length // 4
 */
export function generate(model: GPT, prompt: readonly number[], given: GenerateOptions): number[] {
  refuseExtra("generate", arguments, 3);
  const settings = checkArguments(model, prompt, given);
  const { maxNewTokens, eos, beamSize, slide, cache: usesCache } = settings;
  return inEvalMode(model, () =>
    noGrad(() => {
      const length = prompt.length + maxNewTokens;
      const { maxLen } = model.settings;
      const cache = usesCache ? model.newCache({ capacity: Math.min(length, maxLen) }) : null;
      const view = new View(maxLen, slide, cache);
      try {
        if (beamSize > 1) return searchText(model, prompt, settings, cache, view);
        const text = [...prompt];
        while (text.length < length) {
          const fed = text.slice(view.next(text.length));
          const token = scope(() => sampleToken(lastLogits(model, [fed], cache).select(0, 0), settings));
          text.push(token);
          if (token === eos) break;
        }
        return text.slice(prompt.length);
      } finally {
        cache?.dispose();
      }
    }),
  );
}

/** Which tokens of a text the model is shown: those since `start`, of which the cache holds all but the last. */
class View {
  #start: number = 0;
  readonly #maxLen: number;
  readonly #slide: number;
  readonly #cache: KeyValueCache | null;

  constructor(maxLen: number, slide: number, cache: KeyValueCache | null) {
    this.#maxLen = maxLen;
    this.#slide = slide;
    this.#cache = cache;
  }

  /** The first token to feed of a text of so many tokens. Where the text has slid, the cache is empty again. */
  next(length: number): number {
    if (this.#slide > 0 && length - this.#start > this.#maxLen) {
      this.#start = length - (this.#maxLen - this.#slide + 1);
      this.#cache?.dispose();
    }
    return this.#cache === null || this.#cache.length === 0 ? this.#start : length - 1;
  }
}

// The scores after the last token of each text: (texts, vocabulary).
function lastLogits(model: GPT, texts: readonly (readonly number[])[], cache: KeyValueCache | null): Tensor {
  const { backend } = model.embedding.weight;
  const ids = tensor(
    texts.map((text) => [...text]),
    { dtype: "int32", backend },
  );
  return model.forward(ids, { cache: cache ?? undefined, logitsToKeep: 1 }).select(1, 0);
}

// One call a step for all texts of the beam; the state of each is its row in the cache.
function searchText(
  model: GPT,
  prompt: readonly number[],
  { maxNewTokens, eos, beamSize, lengthPenalty }: Settings,
  cache: KeyValueCache | null,
  view: View,
): number[] {
  const settings = { eos, maxSteps: maxNewTokens, beamSize };
  const growAll = (open: readonly OpenHypothesis<number>[], length: number): OpenHypothesis<number>[] =>
    scope(() => {
      const first = view.next(prompt.length + length - 1);
      if (cache !== null && cache.length > 0) cache.select(open.map(({ state }) => state));
      const all = open.map(({ tokens }) => [...prompt, ...tokens].slice(first));
      const logProbs = lastLogits(model, all, cache).logSoftmax(-1);
      const { values, indices } = logProbs.topk(Math.min(beamSize, logProbs.size(-1)));
      const [tokens, width] = [indices.dataSync(), values.size(-1)];
      return Array.from(values.dataSync(), (value, i) => {
        const state = Math.floor(i / width);
        const before = open[state]!;
        const logProb = before.logProb + checkLogProb(name, value);
        const score = logProb / lengthFactor(length, lengthPenalty);
        return { tokens: [...before.tokens, tokens[i]!], weights: [], logProb, score, state };
      });
    });
  return [...searchBeams(0, settings, growAll)[0]!.tokens];
}

type Settings = SettingsOf<typeof generateOptions>;

function checkArguments(model: unknown, prompt: readonly number[], given: GenerateOptions): Settings {
  if (!(model instanceof GPT)) throw badArgument(name, "model", "a GPT", model);
  if (!Array.isArray(prompt) || prompt.length === 0) {
    throw badArgument(name, "prompt", "an array of token ids, at least one", prompt);
  }
  const { vocabSize, maxLen } = model.settings;
  for (const id of prompt) checkInteger(name, "a token of prompt", id, 0, vocabSize - 1);
  const settings = generateOptions(given);
  const { maxNewTokens, eos, temperature, topK, topP, generator, beamSize, lengthPenalty, slide } = settings;
  if (eos !== undefined) checkInteger(name, "eos", eos, 0, vocabSize - 1);
  checkInteger(name, "slide", slide, 0, maxLen);
  const filters = Object.entries({ topK, topP, generator }).filter(([, value]) => value !== undefined);
  if (temperature === 0 && filters.length > 0) {
    throw new ArgumentError(`${name}: ${filters[0]![0]} is for sampling; give a temperature too, such as 1.`);
  }
  if (beamSize === 1 && lengthPenalty > 0) {
    throw new ArgumentError(
      `${name}: lengthPenalty ${lengthPenalty} is for a beam search; give a beamSize above 1, or leave it out.`,
    );
  }
  if (temperature > 0 && beamSize > 1) {
    throw new ArgumentError(
      `${name}: beamSize ${beamSize} searches, and temperature ${temperature} samples; give one.`,
    );
  }
  // The last new token is not fed.
  if (slide === 0 && prompt.length + maxNewTokens - 1 > maxLen) {
    throw new ShapeError(
      `${name}: ${prompt.length} tokens of prompt and maxNewTokens ${maxNewTokens} do not fit into the model's maxLen ${maxLen}; ` +
        "shorten one of them, or write slide: 1 to go on with the last tokens alone.",
    );
  }
  return settings;
}
