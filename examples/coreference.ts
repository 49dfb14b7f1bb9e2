// "The animal didn't cross the street because it was too tired": attention from "it" points at the noun it means.

import { noGrad } from "@saccade/autograd";
import {
  type CoreferenceSentence,
  classicSchemas,
  type WinogradSchema,
  winogradSchemas,
} from "@saccade/datasets/tasks";
import { crossEntropy, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { BagOfWords, Resolver, WordsInOrder } from "./coreference/models.ts";
import { type Batch, toBatch } from "./coreference/sentences.ts";
import { drawAttention } from "./draw.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { shareRight } from "./tensors.ts";
import { trainSteps } from "./train-steps.ts";

const width = 32;
const schemasPerBatch = 64; // two sentences each

const coreference: Program = {
  name: "coreference",
  about: 'Finds what "it" means by the attention from "it", for nouns that were never seen together.',
  async run(options: RunOptions): Promise<Outcome> {
    const { quick, random, seed, print } = options;
    const steps = quick ? 20 : 700;
    const draw = (split: "train" | "test", count: number): WinogradSchema[] =>
      winogradSchemas({ count, split, fold: seed % 5, random });
    const train = (net: Module, answer: (batch: Batch) => Tensor): number[] =>
      trainSteps(net, {
        steps,
        lr: 5e-3,
        next: () => toBatch(draw("train", schemasPerBatch).flat()),
        loss: (batch) => crossEntropy(answer(batch), batch.answer),
      });

    const resolver = new Resolver(width);
    const bag = new BagOfWords(width);
    const inOrder = new WordsInOrder(width);
    const losses = {
      resolver: train(resolver, ({ words, it }) => resolver.forward(words, it).logits),
      bag: train(bag, ({ words }) => bag.forward(words)),
      inOrder: train(inOrder, ({ words }) => inOrder.forward(words)),
    };

    const held = draw("test", quick ? 50 : 1000);
    print(
      `Trained on ${2 * schemasPerBatch * steps} sentences, tested on ${2 * held.length} of other pairs of nouns.`,
    );
    await show(resolver, [...classicSchemas, ...held.slice(0, 2)], options);
    const right = held.flatMap((schema) => resolve(resolver, schema));
    const test = toBatch(held.flat());
    const bothRight = held.filter((_, i) => right[2 * i]!.named && right[2 * i + 1]!.named).length;
    const share = (of: (answer: Resolved) => boolean): number => right.filter(of).length / right.length;
    return {
      figures: [
        { name: "referent named", value: share(({ named }) => named), atLeast: 0.95 },
        { name: "referent has the largest weight", value: share(({ pointed }) => pointed), atLeast: 0.95 },
        { name: "named in both sentences of a pair", value: bothRight / held.length, atLeast: 0.9 },
        { name: "no attention, bag of words", value: accuracy(bag, test), atMost: 0.8 },
        { name: "no attention, words in order", value: accuracy(inOrder, test), atMost: 0.8 },
      ],
      losses,
    };
  },
};

/** The model's result for one sentence. */
interface Resolved {
  /** Whether the answer is the referent. */
  readonly named: boolean;
  /** Whether the largest weight from "it" is the referent's. */
  readonly pointed: boolean;
  /** The weights from "it", one a word. */
  readonly weights: readonly number[];
}

function resolve(net: Resolver, sentences: readonly CoreferenceSentence[]): Resolved[] {
  return noGrad(() => {
    const { words, it, answer } = toBatch(sentences);
    const { logits, weights } = net.forward(words, it);
    const named = logits.argmax(-1).eq(answer).toArray() as boolean[];
    const table = weights.toArray() as number[][];
    return sentences.map(({ words, referent }, i) => ({
      named: named[i]!,
      pointed: table[i]!.indexOf(Math.max(...table[i]!)) === referent,
      weights: table[i]!.slice(0, words.length),
    }));
  });
}

function accuracy(net: BagOfWords | WordsInOrder, { words, answer }: Batch): number {
  return noGrad(() => shareRight(net.forward(words), answer));
}

/** Both endings of each schema, one under the other: only the adjective differs, and the weights move with it. */
async function show(net: Resolver, schemas: readonly WinogradSchema[], options: RunOptions): Promise<void> {
  for (const [i, schema] of schemas.entries()) {
    const [first, second] = schema;
    const resolved = resolve(net, schema);
    for (const [j, { words, referent }] of schema.entries()) {
      const weight = Math.round(100 * resolved[j]!.weights[referent]!);
      options.print(`\n${words.join(" ")}\n  it = ${words[referent]}, ${weight} % of the weight`);
    }
    const changed = first.words.findIndex((word, at) => word !== second.words[at]);
    const adjectives = [first.words[changed]!, second.words[changed]!];
    await drawAttention(options, {
      name: `coreference-${i + 1}`,
      title: "Attention from “it”",
      weights: resolved.map(({ weights }) => weights),
      queries: adjectives.map((adjective) => `it … ${adjective}`),
      keys: first.words.map((word, at) => (at === changed ? adjectives.join(" / ") : word)),
    });
  }
}

await runProgram(coreference);
