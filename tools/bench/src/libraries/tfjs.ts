import type * as TfjsModule from "@tensorflow/tfjs";
import type { Inputs, Outputs, Program } from "../program.ts";

export type TfTensor = TfjsModule.Tensor;

export interface Tfjs {
  readonly tf: typeof TfjsModule;
  tensor(inputs: Inputs, name: string): TfTensor;
  /** A program that computes new tensors again and again. */
  program(once: () => TfTensor[]): Program;
  calculation<const N extends readonly string[]>(
    inputs: Inputs,
    names: N,
    f: (...xs: { [I in keyof N]: TfTensor }) => TfTensor | TfTensor[],
  ): Program;
  training(step: () => TfTensor): Program;
}

/** TensorFlow.js with its wasm backend, on which everything runs eagerly. */
export async function loadTfjs(): Promise<Tfjs> {
  const tf = await import("@tensorflow/tfjs");
  const { setWasmPaths } = await import("@tensorflow/tfjs-backend-wasm");
  const { createRequire } = await import("node:module");
  const { dirname, join } = await import("node:path");
  const require = createRequire(import.meta.url);
  setWasmPaths(join(dirname(require.resolve("@tensorflow/tfjs-backend-wasm/package.json")), "dist/"));
  if (!(await tf.setBackend("wasm"))) throw new Error("its wasm backend does not start");
  await tf.ready();
  return libraryOf(tf, (once) => ({
    run: () => {
      tf.dispose(once());
    },
  }));
}

/** TensorFlow.js with its WebGPU backend, on which an iteration ends when its last result can be read. */
export async function loadTfjsWebGPU(): Promise<Tfjs> {
  const tf = await import("@tensorflow/tfjs");
  await import("@tensorflow/tfjs-backend-webgpu");
  if (!(await tf.setBackend("webgpu"))) throw new Error("its webgpu backend does not start");
  await tf.ready();
  return libraryOf(tf, (once) => {
    let last: TfTensor[] = [];
    return {
      run: () => {
        tf.dispose(last);
        last = once();
      },
      settle: async () => {
        const first = tf.tidy(() => last.at(-1)!.flatten().slice(0, 1));
        await first.data();
        first.dispose();
      },
    };
  });
}

type Ending = (once: () => TfTensor[]) => Pick<Program, "run" | "settle">;

function libraryOf(tf: typeof TfjsModule, ending: Ending): Tfjs {
  const tensor = (inputs: Inputs, name: string): TfTensor => {
    const { data, shape } = inputs[name]!;
    return tf.tensor(data, [...shape], data instanceof Int32Array ? "int32" : "float32");
  };
  const program = (once: () => TfTensor[]): Program => ({
    outputs: async () => Promise.all(once().map((y) => y.data())),
    ...ending(once),
  });
  return {
    tf,
    tensor,
    program,
    calculation(inputs, names, f) {
      const xs = names.map((name) => tensor(inputs, name)) as { [I in keyof typeof names]: TfTensor };
      return program(() => [tf.tidy(() => f(...xs))].flat());
    },
    training(step) {
      const losses = async (): Promise<Outputs> => {
        const found: number[] = [];
        for (let i = 0; i < 3; i++) found.push((await step().data())[0]!);
        return [found];
      };
      return { outputs: losses, ...ending(() => [step()]) };
    },
  };
}
