import { leaveOneOut, NadarayaWatson } from "@saccade/attention";
import { MultiHeadSublayer } from "@saccade/models/seeds";
import {
  crossEntropy,
  Embedding,
  GRU,
  Linear,
  Module,
  mseLoss,
  type Optimizer,
  Sequential,
  Tanh,
} from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type Adapters, custom, Inputs } from "../adapter.ts";
import { asNumber, asOneOf, asText, CaseError, Fields, type GoldenTensor } from "../case.ts";
import type { Report } from "../compare.ts";
import { decodeState, decodeTensor } from "../decode.ts";
import { refuseUnread } from "../run-case.ts";
import { tolerances } from "../tolerances.ts";
import { optimizers } from "./optim.ts";
import { makeScheduler } from "./schedulers.ts";
import { seedFills } from "./seed-fills.ts";

/** A model that a case describes as text: its module, and the call whose result gets the loss. */
interface Model {
  readonly module: Module;
  predict(inputs: Inputs): Tensor;
  /** The name of the input that the prediction is compared with. */
  readonly target: string;
}

type Shapes = ReadonlyMap<string, GoldenTensor>;

class MeanOfAttention extends Module {
  embedding: Embedding;
  att: MultiHeadSublayer;
  head: Linear;

  constructor(attrs: Fields, params: Shapes) {
    super();
    this.embedding = new Embedding(...sizesOf(params, "embedding.weight"));
    const sizes = ["n_head", "d_model", "d_k", "d_v"] as const;
    const [nHead, dModel, dK, dV] = sizes.map((name) => attrs.number(name));
    this.att = new MultiHeadSublayer(nHead!, dModel!, dK!, dV!, { maskFill: seedFills.seed000 });
    this.head = linearOf(params, "head");
  }

  override forward(ids: Tensor, mask: Tensor | undefined): Tensor {
    const x = this.embedding.forward(ids);
    return this.head.forward(this.att.forward(x, x, x, mask).output.mean(1));
  }
}

class RecurrentHead extends Module {
  rnn: GRU;
  head: Linear;

  constructor(inputSize: number, hiddenSize: number, numLayers: number, params: Shapes) {
    super();
    this.rnn = new GRU(inputSize, hiddenSize, { numLayers });
    this.head = linearOf(params, "head");
  }

  override forward(x: Tensor): Tensor {
    return this.head.forward(this.rnn.forward(x).output);
  }
}

interface ModelKind {
  readonly text: RegExp;
  make(match: RegExpMatchArray, attrs: Fields, params: Shapes): Model;
}

/** Every model that `attrs.model` may describe. Sizes that it does not name are those of the params. */
const models: readonly ModelKind[] = [
  {
    text: /^Linear$/,
    make: (_match, _attrs, params) => {
      const module = linearOf(params, "");
      return { module, predict: (inputs) => module.forward(inputs.get("X")), target: "y" };
    },
  },
  {
    text: /^Sequential\(Linear, Tanh, Linear\)$/,
    make: (_match, _attrs, params) => {
      const module = new Sequential(linearOf(params, "0"), new Tanh(), linearOf(params, "2"));
      return { module, predict: (inputs) => module.forward(inputs.get("X")), target: "target" };
    },
  },
  {
    text: /^head\(mean_over_positions\(MHA000\(embedding\)\)\)$/,
    make: (_match, attrs, params) => {
      const module = new MeanOfAttention(attrs, params);
      return {
        module,
        predict: (inputs) => module.forward(inputs.get("ids"), inputs.maybe("mask")),
        target: "target",
      };
    },
  },
  {
    text: /^head\(GRU\((\d+), (\d+), (\d+) layers?\)\(x\)\[0\]\)$/,
    make: ([, inputSize, hiddenSize, numLayers], _attrs, params) => {
      const module = new RecurrentHead(Number(inputSize), Number(hiddenSize), Number(numLayers), params);
      return { module, predict: (inputs) => module.forward(inputs.get("x")), target: "y" };
    },
  },
  {
    text: /^NWKernelRegression on leave-one-out keys\/values$/,
    make: () => {
      const module = new NadarayaWatson();
      const predict = (inputs: Inputs): Tensor => {
        const x = inputs.get("x_train");
        const { keys, values } = leaveOneOut(x, inputs.get("y_train"));
        return module.forward(x, keys, values).output;
      };
      return { module, predict, target: "y_train" };
    },
  },
];

function sizesOf(params: Shapes, name: string): [number, number] {
  const [rows, columns] = params.get(name)?.shape ?? [];
  if (rows === undefined || columns === undefined)
    throw new CaseError(`the model needs a matrix ${name} among its params`);
  return [rows, columns];
}

function linearOf(params: Shapes, name: string): Linear {
  const prefix = name === "" ? "" : `${name}.`;
  const [outFeatures, inFeatures] = sizesOf(params, `${prefix}weight`);
  return new Linear(inFeatures, outFeatures, { bias: params.has(`${prefix}bias`) });
}

type Loss = (prediction: Tensor, target: Tensor) => Tensor;

function lossOf(text: string): Loss {
  const smoothing = /^cross_entropy, label_smoothing ([\d.]+)$/.exec(text);
  if (smoothing) return (p, t) => crossEntropy(p, t, { labelSmoothing: Number(smoothing[1]) });
  switch (text) {
    case "mse_loss":
      return (p, t) => mseLoss(p, t);
    case "sum(MSELoss(none)/2)":
      return (p, t) => mseLoss(p, t, { reduction: "none" }).div(2).sum();
    case "cross_entropy":
      return (p, t) => crossEntropy(p, t);
    default:
      throw new CaseError(`unknown loss ${text}`);
  }
}

// A scheduler and its options as text: "CosineAnnealingLR T_max=20".
function scheduleOf(text: string | undefined, optimizer: Optimizer): { step(): void } | undefined {
  if (text === undefined) return undefined;
  const [name, ...options] = text.split(" ");
  const make = Object.hasOwn(makeScheduler, name!) ? makeScheduler[name!] : undefined;
  if (make === undefined) throw new CaseError(`unknown schedule ${text}`);
  const pairs = options.map((option) => option.split("="));
  const attrs = new Fields("schedule", Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)])));
  const scheduler = make(optimizer, attrs);
  if (attrs.unread().length > 0) throw new CaseError(`unknown options in the schedule ${text}`);
  return scheduler;
}

function modelOf(text: string, attrs: Fields, params: Shapes): Model {
  for (const kind of models) {
    const match = text.match(kind.text);
    if (match) return kind.make(match, attrs, params);
  }
  throw new CaseError(`unknown model ${text}`);
}

/** The inputs of a case that is no op's. */
export function inputsOf(golden: Fields): Inputs {
  const tensors = [...golden.tensors("inputs")];
  return new Inputs(new Map(tensors.map(([name, value]) => [name, decodeTensor(value, name)])));
}

/** Compares the parameters after training. */
export function checkTrained(golden: Fields, module: Module, report: Report): void {
  const state = module.stateDict();
  for (const [name, expected] of golden.tensors("params_after")) {
    const value = state[name];
    if (value === undefined) report.fail(`parameter ${name} is missing`);
    else report.tensor(`parameter ${name} after training`, value, expected, tolerances.trainedParameters);
  }
}

/** Short training runs from given parameters. */
export const training: Adapters = {
  train: custom((golden, report) => {
    const attrs = golden.fields("attrs");
    const params = golden.tensors("params");
    // Random numbers differ between libraries, so that every run is without dropout.
    attrs.maybe("dropout", asOneOf("off (eval)"));
    const { module, predict, target } = modelOf(attrs.text("model"), attrs, params);
    module.eval().loadStateDict(decodeState(params));
    const loss = lossOf(attrs.text("loss"));
    const name = attrs.text("optimizer");
    const make = Object.hasOwn(optimizers, name) ? optimizers[name] : undefined;
    if (make === undefined) throw new CaseError(`unknown optimizer ${name}`);
    const optimizer = make(module.namedParameters(), attrs);
    const clip = attrs.maybe("clip_grad_norm", asNumber);
    if (clip !== undefined) optimizer.clip = clip;
    const scheduler = scheduleOf(attrs.maybe("schedule", asText), optimizer);
    const inputs = inputsOf(golden);
    const losses = Array.from({ length: attrs.number("steps") }, () => {
      const value = optimizer.step(() => loss(predict(inputs), inputs.get(target)));
      scheduler?.step();
      return value.item();
    });
    report.numbers("losses", losses, golden.numbers("losses"), tolerances.trainingLoss);
    checkTrained(golden, module, report);
    refuseUnread(report, "input", inputs.unread());
  }),
};
