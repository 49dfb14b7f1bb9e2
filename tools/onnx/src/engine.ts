// Runs ONNX files in ONNX Runtime Web (wasm, one thread).
import { fromData, type Tensor } from "@saccade/tensor";
import type * as OrtModule from "onnxruntime-web";

export type Tensors = Readonly<Record<string, Tensor>>;

let loading: Promise<typeof OrtModule> | undefined;

async function load(): Promise<typeof OrtModule> {
  const ort = await import("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  return ort;
}

/** An ONNX file in the engine. */
export interface Session {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  run(feeds: Tensors): Promise<Record<string, Tensor>>;
  /** Frees the engine's memory. */
  close(): Promise<void>;
}

export async function open(file: Uint8Array): Promise<Session> {
  loading ??= load();
  const ort = await loading;
  const session = await ort.InferenceSession.create(file, { executionProviders: ["wasm"] });
  const fed = ({ dtype, shape, dataSync }: Tensor, x: Tensor): OrtModule.Tensor => {
    if (dtype === "float64") throw new Error("float64 inputs are not tried.");
    return new ort.Tensor(dtype, dataSync.call(x) as Float32Array, [...shape]);
  };
  return {
    inputs: session.inputNames,
    outputs: session.outputNames,
    close: () => session.release(),
    async run(feeds) {
      const given = Object.fromEntries(
        Object.entries(feeds)
          .filter(([name]) => session.inputNames.includes(name))
          .map(([name, x]) => [name, fed(x, x)]),
      );
      const results = await session.run(given);
      return Object.fromEntries(
        Object.entries(results).map(([name, { data, dims, type }]) => {
          const dtype = type as "float32" | "int32" | "bool";
          return [name, fromData(data as Float32Array, dims, { dtype })];
        }),
      );
    },
  };
}

/** max |a − b| / max(1, |b|); NaN equals NaN, ∞ equals ∞. */
export function difference(a: Tensor, b: Tensor): number {
  if (String(a.shape) !== String(b.shape) || a.dtype !== b.dtype)
    throw new Error(`${a.describe()} from the engine, ${b.describe()} from Saccade`);
  const [x, y] = [a.dataSync(), b.dataSync()];
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const [p, q] = [x[i]!, y[i]!];
    if (Object.is(p, q) || p === q) continue;
    const apart = Math.abs(p - q) / Math.max(1, Math.abs(q));
    largest = Math.max(largest, Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart);
  }
  return largest;
}
