import {
  AttentionReader,
  BagOfWords,
  BiasReader,
  Convolution,
  coreferenceWords,
  GruReader,
  longestCoreference,
  MeanOfReview,
  MeanOfStory,
  maxWords,
  PatchAttention,
  Resolver,
  Reverser,
  recallers,
  recallWords,
  StoryReader,
  StridedConvolution,
  storyWords,
  TextAttention,
  TextConvolution,
  WordsInOrder,
} from "@saccade/examples/models";
import type { Module } from "@saccade/nn";
import type { DynamicAxes } from "@saccade/onnx";
import type { Tensor } from "@saccade/tensor";
import type { Case, Inputs } from "../case.ts";
import { floats, ids, lengths } from "./inputs.ts";

interface OneInput extends Module {
  forward(x: Tensor): unknown;
}

/** A model of one tensor. */
function one(
  name: string,
  model: OneInput,
  make: (b: number, n: number) => Tensor,
  lengthsOfOthers: readonly number[],
): Case {
  return {
    name,
    model,
    run: ({ x }) => model.forward(x!),
    inputs: { x: make(2, lengthsOfOthers[0]!) },
    others: lengthsOfOthers.slice(1).map((n, i) => ({ x: make(2 * i + 1, n) })),
  };
}

const batchOnly = (name: string): { readonly dynamicAxes: DynamicAxes } => ({
  dynamicAxes: { [name]: { 0: "batch" } },
});

function textClassification(): Case[] {
  const make = (b: number, n: number): Inputs => ({
    asked: ids([b], 20),
    ids: ids([b, n], 20),
    lens: lengths(b, n),
  });
  const models = { attention: new AttentionReader(20), GRU: new GruReader(20), mean: new MeanOfReview(20) };
  const cases = Object.entries(models).map(
    ([name, model]): Case => ({
      name: `text-classification: ${name}`,
      model,
      run: ({ asked, ids, lens }) => {
        const questions = { asked: asked!, ids: ids!, lens: lens!, answers: lens! };
        const logits = model.forward(questions);
        return model instanceof AttentionReader
          ? { logits, weights: model.attend(questions).weights }
          : { logits };
      },
      inputs: make(2, 5),
      others: [make(1, 1), make(3, 17)],
      ...(model instanceof GruReader && { like: "recall: GRU" }),
    }),
  );
  return cases;
}

function stories(): Case[] {
  const make = (b: number): Inputs => ({
    story: ids([b, 6, maxWords], storyWords),
    question: ids([b, maxWords], storyWords),
  });
  const dynamicAxes = { story: { 0: "batch" }, question: { 0: "batch" } };
  const [reader, mean] = [new StoryReader(16, 3, 6), new MeanOfStory(16, 6)];
  const shared = { inputs: make(2), others: [make(1), make(5)], dynamicAxes };
  return [
    {
      name: "story-questions: memory network",
      model: reader,
      run: ({ story, question }) => reader.forward(story!, question!),
      ...shared,
    },
    {
      name: "story-questions: mean",
      model: mean,
      run: ({ story, question }) => mean.forward(story!, question!),
      ...shared,
    },
  ];
}

function coreference(): Case[] {
  const make = (b: number, n: number): Inputs => ({ words: ids([b, n], coreferenceWords), it: ids([b], n) });
  const resolver = new Resolver(16);
  return [
    {
      name: "coreference: resolver",
      model: resolver,
      run: ({ words, it }) => resolver.forward(words!, it!),
      inputs: make(2, 5),
      others: [make(1, 1), make(3, longestCoreference)],
    },
    one("coreference: bag of words", new BagOfWords(16), (b, n) => ids([b, n], coreferenceWords), [5, 3, 25]),
    {
      ...one(
        "coreference: words in order",
        new WordsInOrder(16),
        (b) => ids([b, longestCoreference], coreferenceWords),
        [1, 1, 1],
      ),
      ...batchOnly("x"),
    },
  ];
}

/** The classifiers and readers of the examples. */
export function classifiers(): Case[] {
  const image = (b: number): Tensor => floats(b, 16, 16);
  const cues = (b: number): Tensor => ids([b, 20], 20);
  const cuesOfLength = (b: number, n: number): Tensor => ids([b, n], 20);
  const { GRU, LSTM, attention } = recallers;
  const tokens = (b: number, n: number): Tensor => ids([b, n], recallWords);
  const reverser = new Reverser(12, 16, 30);
  return [
    ...textClassification(),
    ...stories(),
    ...coreference(),
    one("attention-or-convolution: convolution", new Convolution(4), image, [1, 1, 1]),
    {
      ...one("attention-or-convolution: strided", new StridedConvolution(4), image, [1, 1, 1]),
      like: "attention-or-convolution: convolution",
    },
    one("attention-or-convolution: patches", new PatchAttention(4), image, [1, 1, 1]),
    one("attention-or-convolution-text: convolution", new TextConvolution(), cuesOfLength, [5, 3, 20]),
    {
      ...one("attention-or-convolution-text: attention", new TextAttention(), cues, [1, 1, 1]),
      ...batchOnly("x"),
    },
    one("recall: GRU", GRU(16), tokens, [5, 1, 30]),
    one("recall: LSTM", LSTM(16), tokens, [5, 1, 30]),
    one("recall: attention", attention(16), tokens, [5, 1, 30]),
    {
      ...one("reversal", reverser, (b, n) => ids([b, n], 12), [5, 1, 30]),
      run: ({ x }) => ({ logits: reverser.forward(x!), weights: reverser.weights(x!) }),
    },
    one("self-attention-claims: biases", new BiasReader(true), (b, n) => ids([b, n], 12), [5, 1, 30]),
    {
      ...one(
        "self-attention-claims: no biases",
        new BiasReader(false),
        (b, n) => ids([b, n], 12),
        [5, 1, 30],
      ),
      like: "self-attention-claims: biases",
    },
  ];
}
