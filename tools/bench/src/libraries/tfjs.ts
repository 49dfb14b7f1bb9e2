import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as TfjsModule from "@tensorflow/tfjs";
import type { Inputs, Program } from "../program.ts";

export type TfTensor = TfjsModule.Tensor;

export interface Tfjs {
  readonly tf: typeof TfjsModule;
  tensor(inputs: Inputs, name: string): TfTensor;
  calculation<const N extends readonly string[]>(
    inputs: Inputs,
    names: N,
    f: (...xs: { [I in keyof N]: TfTensor }) => TfTensor | TfTensor[],
  ): Program;
  training(step: () => TfTensor): Program;
}

/** TensorFlow.js with its wasm backend, on which everything runs at once: nothing is deferred. */
export async function loadTfjs(): Promise<Tfjs> {
  const tf = await import("@tensorflow/tfjs");
  const { setWasmPaths } = await import("@tensorflow/tfjs-backend-wasm");
  const require = createRequire(import.meta.url);
  setWasmPaths(join(dirname(require.resolve("@tensorflow/tfjs-backend-wasm/package.json")), "dist/"));
  if (!(await tf.setBackend("wasm"))) throw new Error("its wasm backend does not start");
  await tf.ready();
  const tensor = (inputs: Inputs, name: string): TfTensor => {
    const { data, shape } = inputs[name]!;
    return tf.tensor(data, [...shape], data instanceof Int32Array ? "int32" : "float32");
  };
  return {
    tf,
    tensor,
    calculation(inputs, names, f) {
      const xs = names.map((name) => tensor(inputs, name)) as { [I in keyof typeof names]: TfTensor };
      return {
        outputs: () => {
          const results = tf.tidy(() => f(...xs));
          return (Array.isArray(results) ? results : [results]).map((y) => y.dataSync());
        },
        run: () => {
          tf.dispose(tf.tidy(() => f(...xs)));
        },
      };
    },
    training(step) {
      return {
        outputs: () => [[0, 1, 2].map(() => step().dataSync()[0]!)],
        run: () => step().dispose(),
      };
    },
  };
}
