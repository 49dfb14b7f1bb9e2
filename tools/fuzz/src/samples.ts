import * as attention from "@saccade/attention";
import * as autograd from "@saccade/autograd";
import * as datasets from "@saccade/datasets";
import * as models from "@saccade/models";
import * as seeds from "@saccade/models/seeds";
import * as nn from "@saccade/nn";
import * as tensors from "@saccade/tensor";
import * as train from "@saccade/train";
import { calls as attentionCalls } from "../../../packages/attention/test/wrong-calls/attention.calls.ts";
import { calls as autogradCalls } from "../../../packages/autograd/test/autograd.calls.ts";
import { main as datasetCalls, static_ } from "../../../packages/datasets/test/datasets.calls.ts";
import { leftOut, specialCalls } from "../../../packages/kernels-wasm/test/every-function.ts";
import { calls as modelCalls } from "../../../packages/models/test/wrong-calls/models.calls.ts";
import { seedCalls } from "../../../packages/models/test/wrong-calls/seeds.calls.ts";
import { activationFunctions } from "../../../packages/nn/test/wrong-calls/activations.calls.ts";
import { files } from "../../../packages/nn/test/wrong-calls/files.calls.ts";
import { functions } from "../../../packages/nn/test/wrong-calls/functional.calls.ts";
import { inits } from "../../../packages/nn/test/wrong-calls/init.calls.ts";
import { layers } from "../../../packages/nn/test/wrong-calls/layers.calls.ts";
import { distances, losses } from "../../../packages/nn/test/wrong-calls/losses.calls.ts";
import { optim } from "../../../packages/nn/test/wrong-calls/optim.calls.ts";
import { recurrent } from "../../../packages/nn/test/wrong-calls/recurrent.calls.ts";
import { schedulers } from "../../../packages/nn/test/wrong-calls/schedulers.calls.ts";
import { windowFunctions, windowLayers } from "../../../packages/nn/test/wrong-calls/windows.calls.ts";
import { calls } from "../../../packages/tensor/test/arguments/calls.ts";
import { linalgCalls, windowCalls } from "../../../packages/tensor/test/arguments/linalg.calls.ts";
import { maskedCalls } from "../../../packages/tensor/test/arguments/masked.calls.ts";
import { type Call, callMethod, givenTo } from "../../../packages/tensor/test/walk.ts";
import { trainerCall } from "../../../packages/train/test/trainer.calls.ts";

// The calls that work, of the tables of the packages' tests.

/** A call that works, of a function, a class, or a method of what the class makes. */
export interface Sample {
  readonly path: string;
  readonly call: Call;
  /** How messages may begin. */
  readonly says: readonly string[];
  /** Calls it; `move` brings the arguments of the constructor, where it is a method, to another backend. */
  readonly run: (given: readonly unknown[], move?: (value: unknown) => unknown) => unknown;
}

type Table = Readonly<Record<string, Call>>;

function* samplesOf(entry: object, table: Table, before = ""): Generator<Sample> {
  for (const [path, call] of Object.entries(table)) {
    if (leftOut.includes(path)) continue;
    const names = path.split(".");
    const owner = names.slice(0, -1).reduce<unknown>((all, name) => Reflect.get(Object(all), name), entry);
    const run = (given: readonly unknown[]): unknown =>
      call.run
        ? Reflect.apply(call.run, undefined, given)
        : callMethod(Object(owner), names.at(-1)!, ...given);
    const says = [before + path, ...[call.says ?? []].flat()];
    yield { path: before + path, call, says, run };
    for (const [name, method] of Object.entries(call.methods ?? {})) {
      const made: Sample["run"] = (given, move = (value) => value) =>
        callMethod(Object(run(givenTo(call).map(move))), name, ...given);
      const also = [method.says ?? []].flat();
      yield { path: `${before}${path}.${name}`, call: method, says: [...says, ...also], run: made };
    }
  }
}

/** Functions that are methods of a tensor too, called as such. */
function* methodsOf(table: Table): Generator<Sample> {
  for (const [name, call] of Object.entries(table)) {
    const takes = Object.entries(call.takes ?? {});
    const isMethod =
      typeof Object.getOwnPropertyDescriptor(tensors.Tensor.prototype, name)?.value === "function";
    const [x, ...rest] = givenTo(call);
    if (!isMethod || call.run || leftOut.includes(name) || !(x instanceof tensors.Tensor)) continue;
    const behind = { ...call, takes: Object.fromEntries(takes.slice(1)) };
    const run = (given: readonly unknown[]): unknown => callMethod(x, name, ...given);
    yield {
      path: `x.${name}`,
      call: rest.length > 0 ? behind : { ...call, takes: {} },
      says: [name, ...[call.says ?? []].flat()],
      run,
    };
  }
}

const x = tensors.tensor([[0.3, 0.6], [0.9, 0.1]]); // biome-ignore format: a row each
const { special } = tensors;

/** Calls whose numbers are compared with the reference. */
export const numeric: readonly Sample[] = [
  ...samplesOf(tensors, calls),
  ...samplesOf(tensors.linalg, linalgCalls, "linalg."),
  ...samplesOf(tensors.windows, windowCalls, "windows."),
  ...samplesOf(tensors.masked, maskedCalls, "masked."),
  ...samplesOf(special, specialCalls(x), "special."),
  ...samplesOf(special, specialCalls(x, x), "special."),
  ...samplesOf(nn.functional, { ...activationFunctions, ...distances, ...functions, ...windowFunctions }),
  ...samplesOf(nn, { ...layers, ...losses, ...recurrent, ...windowLayers }),
  ...samplesOf(attention, attentionCalls),
];

/** Functions to call with wrong arguments. */
export const all: readonly Sample[] = [
  ...numeric.filter(({ path }) => !path.startsWith("special.")),
  ...methodsOf(calls),
  ...samplesOf(nn, { ...files, ...optim, ...schedulers }),
  ...samplesOf(nn.init, inits, "init."),
  ...samplesOf(autograd, autogradCalls),
  ...samplesOf(models, modelCalls),
  ...samplesOf(seeds, seedCalls),
  ...samplesOf(datasets, { ...datasetCalls, ...static_ }),
  ...samplesOf(train, { Trainer: trainerCall }),
];
