import { noGrad } from "@saccade/autograd";
import { Module } from "@saccade/nn";
import { exportOnnx } from "@saccade/onnx";
import { Tensor } from "@saccade/tensor";
import type { Case } from "./case.ts";
import { difference, open } from "./engine.ts";

/** The result of a case. */
export interface Outcome {
  readonly name: string;
  /** max |a − b| / max(1, |b|) over all outputs and sizes; null where there was an error. */
  readonly difference: number | null;
  readonly problem: string | null;
  readonly bytes: number;
  readonly outputs: number;
}

/** The largest difference that passes. */
export const tolerance = 1e-4;

/** The tensors of a result, by name. */
export function* tensorsIn(result: unknown, name: string = ""): Generator<[string, Tensor]> {
  if (result instanceof Tensor) yield [name === "" ? "output" : name, result];
  else if (typeof result === "object" && result !== null) {
    const list = Array.isArray(result);
    for (const [key, part] of Object.entries(result))
      yield* tensorsIn(part, name === "" ? (list ? `output.${key}` : key) : `${name}.${key}`);
  }
}

/** Exports a model, runs the file at other sizes and compares every output. */
export async function check({ name, model, run, inputs, dynamicAxes, others }: Case): Promise<Outcome> {
  const modules = model instanceof Module ? [model] : Object.values(model);
  for (const module of modules) module.eval();
  let [bytes, outputs] = [0, 0];
  try {
    const file = exportOnnx(run, inputs, { model, dynamicAxes });
    bytes = file.length;
    const session = await open(file);
    outputs = session.outputs.length;
    let largest = 0;
    for (const other of [inputs, ...others]) {
      const given = await session.run(other);
      const wanted = new Map(tensorsIn(noGrad(() => run(other))));
      if (String([...wanted.keys()]) !== String(session.outputs))
        throw new Error(`outputs ${session.outputs}, expected ${[...wanted.keys()]}`);
      for (const [output, want] of wanted) largest = Math.max(largest, difference(given[output]!, want));
    }
    await session.close();
    const problem = largest <= tolerance ? null : `differs by ${largest}`;
    return { name, difference: largest, problem, bytes, outputs };
  } catch (error) {
    return {
      name,
      difference: null,
      problem: error instanceof Error ? error.message : String(error),
      bytes,
      outputs,
    };
  }
}
