import type { GPT } from "@saccade/models";
import { exportCachedOnnx, exportOnnx } from "@saccade/onnx";
import { fromData, scope, setBackend, type Tensor } from "@saccade/tensor";
import type * as OrtModule from "onnxruntime-web";
import { ourBackends } from "../backends.ts";
import type { Inputs, Program } from "../program.ts";

export interface Ort {
  /** A program that runs the ONNX file of a function of the named inputs with one result. */
  graph<const N extends readonly string[]>(
    inputs: Inputs,
    names: N,
    f: (...xs: { [I in keyof N]: Tensor }) => unknown,
  ): Promise<Program>;
  /** A program that generates `count` tokens, the most probable ones, with the ONNX file of a model. It compares fewer. */
  generation(model: GPT, count: number, compared: number): Promise<Program>;
}

/** ONNX Runtime Web: inference only. In a page, `files` is the URL of its own WebAssembly files. */
export async function loadOrt(threads: number, files?: string): Promise<Ort> {
  const ort: typeof OrtModule = await import("onnxruntime-web");
  ort.env.wasm.numThreads = threads;
  if (files !== undefined) ort.env.wasm.wasmPaths = files;
  return {
    async graph(inputs, names, f) {
      setBackend((await ourBackends.wasm()).backend); // the export runs f
      const model = scope(() => {
        const given = names.map((name) => [name, fromData(inputs[name]!.data, inputs[name]!.shape)]);
        const run = (xs: Readonly<Record<string, Tensor>>): unknown =>
          f(...(names.map((name) => xs[name]!) as { [I in keyof typeof names]: Tensor }));
        return exportOnnx(run, Object.fromEntries(given), { dynamicAxes: {} });
      });
      const session = await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => {
          const { data, shape } = inputs[name]!;
          return [name, new ort.Tensor("float32", data as Float32Array, [...shape])];
        }),
      );
      const [output] = session.outputNames as [string];
      return {
        outputs: async () => [(await session.run(feeds))[output]!.data as Float32Array],
        run: async () => {
          (await session.run(feeds))[output]!.dispose();
        },
      };
    },
    async generation(model, count, compared) {
      const { numLayers, numKvHeads, headDim, vocabSize } = model.settings;
      const file = exportCachedOnnx(model);
      const session = await ort.InferenceSession.create(file, { executionProviders: ["wasm"] });
      const generate = async (length: number): Promise<number[]> => {
        const feeds: Record<string, OrtModule.Tensor> = {};
        for (let i = 0; i < numLayers; i++) {
          for (const part of ["key", "value"]) {
            const none = new ort.Tensor("float32", new Float32Array(0), [1, numKvHeads, 0, headDim]);
            feeds[`past.${i}.${part}`] = none;
          }
        }
        const tokens = [1];
        while (tokens.length <= length) {
          feeds["ids"] = new ort.Tensor("int32", Int32Array.of(tokens.at(-1)!), [1, 1]);
          const results = await session.run(feeds);
          const logits = results["logits"]!.data as Float32Array;
          let best = 0;
          for (let i = 1; i < vocabSize; i++) if (logits[i]! > logits[best]!) best = i;
          tokens.push(best);
          for (const name of Object.keys(feeds))
            if (name !== "ids") feeds[name] = results[name.replace("past", "present")]!;
        }
        return tokens.slice(1);
      };
      return {
        outputs: async () => [await generate(compared)],
        run: async () => {
          await generate(count);
        },
      };
    },
  };
}
