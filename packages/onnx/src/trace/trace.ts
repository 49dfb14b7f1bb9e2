import { noGrad } from "@saccade/autograd";
import { HalfEmbedding, HalfLinear, type Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { refusePromise, withListener } from "@saccade/tensor/backend";
import { OnnxError } from "../errors.ts";
import { isRecord } from "../inputs.ts";
import { needed } from "./needed.ts";
import { Places } from "./places.ts";
import type { Pool } from "./pool.ts";
import { type Kernels, Recorder, type Trace } from "./recorder.ts";

/** A function of named tensors. */
export type Traceable = (inputs: Readonly<Record<string, Tensor>>) => unknown;

/** The function that is traced, and the state that traces share. */
export interface Tracing {
  readonly f: Traceable;
  readonly models: Readonly<Record<string, Module>>;
  readonly pool: Pool;
}

/** Runs `f` in evaluation mode and records its ops. */
export function traceOf(
  { f, models, pool }: Tracing,
  inputs: Readonly<Record<string, Tensor>>,
  kernels: Kernels,
): Trace {
  const places = new Places();
  const recorder = new Recorder(inputs, parametersOf(models), { places, pool, kernels });
  const outputs = new Map<string, number>();
  return inEvalMode(models, () => {
    places.watch(models, () =>
      withListener(recorder, () =>
        noGrad(() => {
          const result = f(inputs);
          refusePromise("exportOnnx", result);
          for (const [name, x] of tensorsIn(result, "")) outputs.set(name, recorder.numberOf(x));
        }),
      ),
    );
    if (outputs.size === 0)
      throw new OnnxError("exportOnnx: the function returned no tensor; return the outputs of the file.");
    const { elements, values, sources, calls } = recorder;
    return needed({ elements, values, sources, calls, outputs });
  });
}

function parametersOf(models: Readonly<Record<string, Module>>): Map<Tensor, string> {
  const found = new Map<Tensor, string>();
  for (const [prefix, model] of Object.entries(models)) {
    const add = (name: string, tensor: Tensor): void => {
      if (!found.has(tensor)) found.set(tensor, prefix === "" ? name : `${prefix}.${name}`);
    };
    for (const [name, parameter] of Object.entries(model.namedParameters())) add(name, parameter);
    // 16-bit weights are not parameters.
    for (const [name, module] of model.namedModules())
      if (module instanceof HalfLinear || module instanceof HalfEmbedding)
        add(name === "" ? "weight" : `${name}.weight`, module.weight);
  }
  return found;
}

/** Runs `f` with models in evaluation mode, and restores each module's. */
export function inEvalMode<T>(models: Readonly<Record<string, Module>>, f: () => T): T {
  const training = Object.values(models)
    .flatMap((model) => model.modules())
    .filter((module) => module.training);
  for (const module of training) module.training = false;
  try {
    return f();
  } finally {
    for (const module of training) module.training = true;
  }
}

/** The tensors of a result by name: "output" for a tensor by itself, otherwise keys and indices, joined by dots. */
function* tensorsIn(result: unknown, name: string): Generator<[string, Tensor]> {
  if (result instanceof Tensor) yield [name === "" ? "output" : name, result];
  const isList = Array.isArray(result);
  if (!isList && !isRecord(result)) return;
  const prefix = name === "" && isList ? "output" : name;
  for (const [key, part] of Object.entries<unknown>(result))
    yield* tensorsIn(part, prefix === "" ? key : `${prefix}.${key}`);
}
