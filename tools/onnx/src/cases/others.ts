import {
  AdditiveScoring,
  BilinearScoring,
  ConcatScoring,
  CosineScoring,
  DotScoring,
  GaussianScoring,
  LocationScoring,
  NadarayaWatson,
  PerceptronScoring,
  ScaledDotScoring,
  type Scoring,
} from "@saccade/attention";
import {
  AttentionLayer,
  HierarchicalReader,
  kinds,
  MeanClassifier,
  MeanOfDocument,
  ProjectedDot,
  Retriever,
  SegmentReader,
  WindowClassifier,
} from "@saccade/examples/models";
import { arange } from "@saccade/tensor";
import type { Case, Inputs } from "../case.ts";
import { axes, floats, ids, lengths } from "./inputs.ts";

const width = 16;

function retrievers(): Case[] {
  const scorings: Readonly<Record<string, Scoring>> = {
    dot: new DotScoring(width),
    "scaled dot": new ScaledDotScoring(width),
    additive: new AdditiveScoring(width, width, width),
    concat: new ConcatScoring(width, width, width),
    perceptron: new PerceptronScoring(width, width, width),
    bilinear: new BilinearScoring(width, width),
    cosine: new CosineScoring(width, { scale: 5 }),
    gaussian: new GaussianScoring(width, { bandwidth: 4 }),
    location: new LocationScoring(width, 8),
    "projected dot": new ProjectedDot(width),
  };
  const make = (b: number, n: number): Inputs => ({
    keys: ids([b, n], 16),
    values: ids([b, n], 16),
    asked: ids([b], 16),
  });
  return Object.entries(scorings).map(([name, scoring]): Case => {
    const model = new Retriever(scoring, width);
    // A score by location has a weight for each of its 8 places.
    const sized = name === "location" ? [8, 8, 8] : [5, 1, 17];
    const pairs = name === "location" ? "batch" : "batch pairs";
    return {
      name: `scoring-functions: ${name}`,
      model,
      run: ({ keys, values, asked }) =>
        model.forward({ keys: keys!, values: values!, asked: asked!, answer: asked!, place: asked! }),
      inputs: make(2, sized[0]!),
      dynamicAxes: axes({ keys: pairs, values: pairs, asked: "batch" }),
      others: [make(1, sized[1]!), make(3, sized[2]!)],
    };
  });
}

function longSequences(): Case[] {
  const layers = kinds.map(({ name, attend }): Case => {
    const model = new AttentionLayer(attend(32, 8));
    const make = (b: number, n: number): Inputs => ({ x: floats(b, n, 64) });
    // Blocks are laid out for one length.
    const fixed = name === "block-sparse";
    return {
      name: `long-sequences: ${name}`,
      model,
      run: ({ x }) => model.forward(x!),
      inputs: make(2, fixed ? 32 : 9),
      dynamicAxes: axes({ x: fixed ? "batch" : "batch length" }),
      others: fixed ? [make(1, 32), make(3, 32)] : [make(1, 33), make(3, 64)],
    };
  });
  const documents = (b: number, s: number, n: number): Inputs => ({
    ids: ids([b, s, n], 20),
    wordLens: lengths(b * s, n).reshape([b, s]),
  });
  const dims = { ids: "batch sentences words", wordLens: "batch sentences" };
  const [reader, mean] = [new HierarchicalReader(20, width), new MeanOfDocument(20, width)];
  const [segments, marked, marks] = [
    new SegmentReader(width, 8),
    new WindowClassifier(32),
    new MeanClassifier(32),
  ];
  const tokens = (b: number, n: number): Inputs => ({ ids: ids([b, n], 8) });
  return [
    ...layers,
    {
      name: "long-sequences: hierarchical attention",
      model: reader,
      run: ({ ids, wordLens }) => ({
        logits: reader.forward(ids!, wordLens!),
        ...reader.read(ids!, wordLens!),
      }),
      inputs: documents(2, 3, 5),
      dynamicAxes: axes(dims),
      others: [documents(1, 1, 1), documents(3, 6, 11)],
    },
    {
      name: "long-sequences: mean of a document",
      model: mean,
      run: ({ ids }) => mean.forward(ids!),
      inputs: { ids: documents(2, 3, 5)["ids"]! },
      dynamicAxes: axes({ ids: dims.ids }),
      others: [{ ids: documents(3, 6, 11)["ids"]! }],
    },
    {
      name: "long-sequences: Transformer-XL",
      model: segments,
      run: ({ ids }) => segments.forward(ids!),
      inputs: tokens(2, 16),
      dynamicAxes: axes({ ids: "batch" }),
      others: [tokens(1, 16), tokens(3, 16)],
    },
    {
      name: "long-sequences: window classifier",
      model: marked,
      run: ({ ids }) => ({ logits: marked.forward(ids!) }),
      inputs: tokens(2, 9),
      others: [tokens(1, 33), tokens(3, 64)],
    },
    {
      name: "long-sequences: mean",
      model: marks,
      run: ({ ids }) => marks.forward(ids!),
      inputs: tokens(2, 9),
      others: [tokens(3, 64)],
    },
  ];
}

function regression(): Case {
  const net = new NadarayaWatson();
  const make = (n: number, m: number): Inputs => ({
    queries: floats(n),
    keys: arange(m).mul(0.1).expand([n, m]).clone(),
    values: floats(n, m),
  });
  return {
    name: "kernel-regression",
    model: net,
    run: ({ queries, keys, values }) => ({ ...net.forward(queries!, keys!, values!) }),
    inputs: make(3, 5),
    dynamicAxes: axes({ queries: "queries", keys: "queries keys", values: "queries keys" }),
    others: [make(1, 1), make(8, 20)],
  };
}

/** Scoring functions, long sequences and kernel regression. */
export function otherModels(): Case[] {
  return [...retrievers(), ...longSequences(), regression()];
}
