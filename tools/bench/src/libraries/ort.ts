import type * as OrtModule from "onnxruntime-web";
import type { Inputs, Program } from "../program.ts";
import { type OnnxNode, onnxModel } from "./onnx-model.ts";

export interface Ort {
  /** A program that runs a graph of the named inputs to one output. */
  graph(inputs: Inputs, names: readonly string[], nodes: readonly OnnxNode[]): Promise<Program>;
}

/** ONNX Runtime Web: inference only, one thread. */
export async function loadOrt(): Promise<Ort> {
  const ort: typeof OrtModule = await import("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  return {
    async graph(inputs, names, nodes) {
      const shapes = Object.fromEntries(names.map((name) => [name, inputs[name]!.shape]));
      const output = nodes.at(-1)!.outputs[0]!;
      const model = onnxModel({ nodes, inputs: shapes, outputs: [output] });
      const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
      const feeds = Object.fromEntries(
        names.map((name) => {
          const { data, shape } = inputs[name]!;
          return [name, new ort.Tensor("float32", data as Float32Array, [...shape])];
        }),
      );
      return {
        outputs: async () => [(await session.run(feeds))[output]!.data as Float32Array],
        run: async () => {
          (await session.run(feeds))[output]!.dispose();
        },
      };
    },
  };
}
