// A small GPT with a byte-pair tokenizer learns a generated language: perplexity, samples, cached decoding.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noGrad } from "@saccade/autograd";
import { BytePairTokenizer } from "@saccade/datasets";
import { GPT, generate } from "@saccade/models";
import { crossEntropy } from "@saccade/nn";
import { Generator, type Tensor } from "@saccade/tensor";
import { drawAttention } from "./draw.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { ints } from "./tensors.ts";
import { bigramPerplexity } from "./tiny-gpt/bigram.ts";
import { makeText, type Text, type Windows, windowsAt } from "./tiny-gpt/text.ts";
import { trainSteps } from "./train-steps.ts";

const vocabSize = 448;
const length = 48;
const batch = 16;
const maxLen = 128;

const tinyGpt: Program = {
  name: "tiny-gpt",
  about: "Learns a generated language with byte-pair tokens, a small causal Transformer and cached decoding.",
  async run(options: RunOptions): Promise<Outcome> {
    const { seed, quick, random, print } = options;
    const text = quick ? makeText(seed, 400, 40, 300) : makeText(seed, 4000, 400, vocabSize);
    const tokenizer = saved(text.tokenizer, options);
    const sizes = { vocabSize: tokenizer.vocabSize, maxLen, dModel: 48, numLayers: 2, numHeads: 4 };
    const gpt = new GPT({
      ...sizes,
      positions: "rotary",
      norm: "rms",
      activation: "swiglu",
      dimFeedforward: 96,
      bias: false,
    });
    const losses = train(gpt, text, quick ? 12 : 500, random);
    print(
      `${gpt.numParameters()} parameters, ${text.train.length} tokens, loss ${losses[0]!.toFixed(2)} → ${losses.at(-1)!.toFixed(2)}`,
    );
    gpt.eval();
    const perplexity = measure(gpt, text.heldOut);
    const bigrams = bigramPerplexity(text.train, text.heldOut, tokenizer.vocabSize);
    const generator = new Generator(seed);
    const prompt = tokenizer.encode("the ");
    for (const [name, way] of Object.entries({
      greedy: {},
      "temperature 1": { temperature: 1, generator },
      "top-p 0.9": { temperature: 1, topP: 0.9, generator },
    })) {
      const tokens = generate(gpt, prompt.slice(0, 1), { maxNewTokens: quick ? 10 : 36, ...way });
      print(
        `${name}: ${tokenizer
          .decode([...prompt.slice(0, 1), ...tokens])
          .trim()
          .replaceAll("\n", " / ")}`,
      );
    }
    const speed = compare(gpt, text, quick ? 1 : 4);
    await draw(gpt, tokenizer, text.sentences[0]!, options);
    return {
      figures: [
        { name: "held-out perplexity a token", value: perplexity },
        { name: "of bigrams", value: bigrams },
        { name: "perplexity beside bigrams", value: perplexity / bigrams, atMost: 0.5 },
        { name: "tokens that the cache changes", value: speed.differing, atMost: 0 },
        { name: "tokens/s with the cache", value: speed.cached },
        { name: "tokens/s without", value: speed.plain },
      ],
      losses: { gpt: losses },
    };
  },
};

/** The tokenizer as tokenizer.json gives it back; the file lies in the folder of --out. */
function saved(tokenizer: BytePairTokenizer, { out, print }: RunOptions): BytePairTokenizer {
  const json = JSON.stringify(tokenizer);
  if (out !== null) {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "tokenizer.json"), json);
    print(`Saved ${join(out, "tokenizer.json")}`);
  }
  return BytePairTokenizer.fromJSON(json);
}

function train(gpt: GPT, { train: text }: Text, steps: number, random: () => number): number[] {
  const place = (): number => Math.floor(random() * (text.length - length - 1));
  return trainSteps<Windows>(gpt, {
    steps,
    lr: 6e-3,
    next: () => windowsAt(text, Array.from({ length: batch }, place), length),
    loss: (windows) => lossOf(gpt, windows),
  });
}

function lossOf(gpt: GPT, { ids, next }: Windows): Tensor {
  return crossEntropy(gpt.forward(ids).flatten(0, 1), next.flatten());
}

/** The perplexity of the text, window by window. */
function measure(gpt: GPT, text: Int32Array): number {
  const starts = Array.from({ length: Math.floor((text.length - 1) / length) }, (_, i) => i * length);
  return noGrad(() => Math.exp(lossOf(gpt, windowsAt(text, starts, length)).item()));
}

interface Speed {
  readonly differing: number;
  readonly cached: number;
  readonly plain: number;
}

/** Greedy continuations with and without the cache, up to maxLen: tokens that differ, and tokens a second. */
function compare(gpt: GPT, { tokenizer, sentences }: Text, count: number): Speed {
  const seconds = { cached: 0, plain: 0 };
  let [tokens, differing] = [0, 0];
  for (const cache of [true, false]) generate(gpt, [0], { maxNewTokens: 16, cache }); // warm up
  for (const sentence of sentences.slice(0, count)) {
    const prompt = tokenizer.encode(sentence).slice(0, 4);
    const run = (cache: boolean): number[] => {
      const start = performance.now();
      const made = generate(gpt, prompt, { maxNewTokens: maxLen - prompt.length, cache });
      seconds[cache ? "cached" : "plain"] += (performance.now() - start) / 1000;
      return made;
    };
    const [cached, plain] = [run(true), run(false)];
    tokens += cached.length;
    differing +=
      cached.filter((token, i) => token !== plain[i]).length + Math.abs(cached.length - plain.length);
  }
  return {
    differing,
    cached: Math.round(tokens / seconds.cached),
    plain: Math.round(tokens / seconds.plain),
  };
}

async function draw(
  gpt: GPT,
  tokenizer: BytePairTokenizer,
  sentence: string,
  options: RunOptions,
): Promise<void> {
  const ids = tokenizer.encode(sentence);
  const weights = noGrad(() => {
    const seen = gpt.forward(ints([ids]), { needWeights: true });
    return seen.weights.at(-1)!.select(0, 0).mean(0).toArray() as number[][];
  });
  const tokens = ids.map((id) => tokenizer.decode([id]).replace("\n", "⏎").trim());
  await drawAttention(options, {
    name: "tiny-gpt",
    title: "What each token looks at, mean over the last layer's heads",
    weights,
    queries: tokens,
    keys: tokens,
  });
}

await runProgram(tinyGpt);
