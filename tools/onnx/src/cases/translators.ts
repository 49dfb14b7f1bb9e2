import { noGrad } from "@saccade/autograd";
import { PlainDecoder, recipes } from "@saccade/examples/models";
import {
  type DecoderState,
  type Encoded,
  EncoderDecoder,
  type LuongState,
  PointerGenerator,
  PointerNetwork,
  Seq2SeqEncoder,
  Transformer,
} from "@saccade/models";
import { cacheOf } from "@saccade/onnx";
import type { Case, Inputs } from "../case.ts";
import { axes, floats, ids, lengths } from "./inputs.ts";

const [source, target] = [20, 18];
const sizes = { embed: 8, hidden: 16, layers: 2, dropout: 0.1 };
const sentence = (b: number, n: number): Inputs => ({ source: ids([b, n], source), lens: lengths(b, n) });
const taught = { source: "batch words", lens: "batch", target: "batch steps" };
const states = axes({
  token: "batch",
  encOutputs: "batch words",
  projectedKeys: "batch words",
  hidden: "_ batch",
  lens: "batch",
  attentional: "batch",
});

type State = DecoderState & Partial<Pick<LuongState, "attentional" | "position">>;

/** The encoder, and a step of the decoder. */
function translator(name: string, net: EncoderDecoder<State, Encoded>): Case[] {
  const start = ({ source, lens }: Inputs): State =>
    net.decoder.initState(net.encoder.forward(source!, lens), lens);
  const tensors = ({ encOutputs, projectedKeys, hidden, attentional }: State): Inputs => ({
    encOutputs,
    projectedKeys,
    hidden,
    ...(attentional && { attentional }),
  });
  const step = (b: number, n: number): Inputs => {
    const given = sentence(b, n);
    const state = noGrad(() => tensors(start(given)));
    return { token: ids([b, 1], target), ...state, lens: given["lens"]! };
  };
  net.eval();
  const first = step(2, 5);
  return [
    {
      name: `${name}: encoder`,
      model: net,
      run: (given) => tensors(start(given)),
      inputs: sentence(2, 5),
      others: [sentence(1, 1), sentence(3, 17)],
      ...(name.includes("luong") && { like: "align: bahdanau: encoder" }),
    },
    {
      name: `${name}: step of the decoder`,
      model: net,
      dynamicAxes: Object.fromEntries(Object.entries(states).filter(([input]) => input in first)),
      run: ({ token, encOutputs, projectedKeys, hidden, lens, attentional }) => {
        const state: State = {
          encOutputs: encOutputs!,
          projectedKeys: projectedKeys!,
          hidden: hidden!,
          encValidLens: lens!,
          ...(attentional && { attentional, position: 0 }),
        };
        const { output, state: next, weights } = net.decoder.forward(token!, state);
        return {
          logits: output,
          weights,
          next: { hidden: next.hidden, ...(next.attentional && { attentional: next.attentional }) },
        };
      },
      inputs: first,
      others: [step(1, 1), step(3, 17)],
    },
  ];
}

function transformer(): Case[] {
  const net = new Transformer({
    srcVocabSize: source,
    tgtVocabSize: target,
    dModel: 16,
    numHeads: 4,
    numLayers: 1,
    dimFeedforward: 32,
    maxLen: 40,
    normFirst: true,
  });
  net.eval();
  const pairs = (b: number, n: number, m: number): Inputs => ({
    ...sentence(b, n),
    target: ids([b, m], target),
  });
  // Cached: the past keys of the layer, and the memory's, computed by an encoder file.
  const step = (b: number, n: number, past: number): Inputs => ({
    token: ids([b, 1], target),
    memory: floats(b, n, 16),
    lens: lengths(b, n),
    "past.0.key": floats(b, 4, past, 4),
    "past.0.value": floats(b, 4, past, 4),
  });
  return [
    {
      name: "transformer-translate",
      model: net,
      run: ({ source, target, lens }) => {
        const { output, weights, crossWeights } = net.forward(source!, target!, lens);
        return { logits: output, weights, crossWeights };
      },
      inputs: pairs(2, 5, 4),
      dynamicAxes: axes(taught),
      others: [pairs(1, 1, 1), pairs(3, 17, 40)],
    },
    {
      name: "transformer-translate, cached step",
      model: net,
      run: (given) => {
        const cache = cacheOf([{ key: given["past.0.key"]!, value: given["past.0.value"]! }], 1);
        const state = { memory: given["memory"]!, encValidLens: given["lens"], cache };
        const { output, weights, state: next } = net.decoder.forward(given["token"]!, state);
        const present = next.cache!.layers.map(({ self }) => {
          const [key, value] = self.read();
          return { key, value };
        });
        return { logits: output, weights, present };
      },
      inputs: step(2, 5, 3),
      dynamicAxes: axes({
        ...{ token: "batch", memory: "batch words", lens: "batch" },
        ...{ "past.0.key": "batch _ past", "past.0.value": "batch _ past" },
      }),
      others: [step(1, 1, 1), step(3, 17, 20)],
    },
  ];
}

function plain(): Case {
  const net = new EncoderDecoder(new Seq2SeqEncoder(source, 8, 16, 1), new PlainDecoder(target, 8, 16));
  const make = (b: number, n: number, m: number): Inputs => ({
    ...sentence(b, n),
    target: ids([b, m], target),
  });
  return {
    name: "attention-or-not: GRU without attention",
    model: net,
    run: ({ source, target, lens }) => {
      const { output, state } = net.forward(source!, target!, lens);
      return { logits: output, hidden: state.hidden };
    },
    inputs: make(2, 5, 4),
    dynamicAxes: axes(taught),
    others: [make(1, 1, 1), make(3, 17, 9)],
  };
}

function copying(): Case[] {
  const net = new PointerGenerator(source, target, 8, 16, { unk: 1 });
  const make = (b: number, n: number, m: number): Inputs => ({
    ...sentence(b, n),
    copyIds: ids([b, n], target),
    target: ids([b, m], target),
  });
  return [
    {
      name: "copy-unknown, pointing-loss: pointer-generator",
      model: net,
      run: ({ source, lens, copyIds, target }) => {
        const state = net.initState(source!, { copyIds: copyIds!, validLens: lens! });
        const { output, weights, pGen, state: next } = net.forward(target!, state);
        return { output, weights, pGen, hidden: next.hidden };
      },
      inputs: make(2, 5, 4),
      dynamicAxes: axes({ ...taught, copyIds: "batch words" }),
      others: [make(1, 1, 1), make(3, 17, 9)],
    },
  ];
}

function pointers(name: string, net: PointerNetwork, width: number): Case[] {
  net.eval();
  const set = (b: number, n: number): Inputs => ({ inputs: floats(b, n, width), lens: lengths(b, n) });
  const end = net.end === null ? 0 : 1;
  const step = (b: number, n: number): Inputs => {
    const { inputs, lens } = set(b, n);
    const { keys, projectedKeys, open, hidden } = noGrad(() => net.initState(inputs!, lens));
    return { pointed: ids([b], n + end), keys, projectedKeys, open, hidden };
  };
  return [
    {
      name: `${name}: start`,
      model: net,
      run: ({ inputs, lens }) => ({ ...net.initState(inputs!, lens) }),
      inputs: set(2, 5),
      dynamicAxes: axes({ inputs: "batch elements", lens: "batch" }),
      others: [set(1, 1), set(3, 17)],
    },
    {
      name: `${name}: step`,
      model: net,
      run: ({ pointed, keys, projectedKeys, open, hidden }) => {
        const state = { keys: keys!, projectedKeys: projectedKeys!, open: open!, hidden: hidden! };
        const { logProbs, state: next } = net.step(pointed!, state);
        return { logProbs, next: { open: next.open, hidden: next.hidden } };
      },
      inputs: step(2, 5),
      dynamicAxes: axes({
        ...{ pointed: "batch", hidden: "batch" },
        ...{ keys: "batch positions", projectedKeys: "batch positions", open: "batch positions" },
      }),
      others: [step(1, 1), step(3, 17)],
    },
  ];
}

/** Models with a decoder: an encoder and a step each, or with teacher forcing. */
export function translators(): Case[] {
  const recipe = Object.entries(recipes).flatMap(([name, { build }]) => {
    const net: unknown = build(sizes, source, target);
    return net instanceof EncoderDecoder && !(net instanceof Transformer)
      ? translator(`align: ${name}`, net)
      : [];
  });
  return [
    ...recipe,
    ...transformer(),
    plain(),
    ...copying(),
    ...pointers("pointer-sort", new PointerNetwork(1, 16, { numLayers: 1 }), 1).map((one) => ({
      ...one,
      like: one.name.replace("sort", "hull"),
    })),
    ...pointers("pointer-hull", new PointerNetwork(2, 16, { end: true, numLayers: 2 }), 2),
  ];
}
