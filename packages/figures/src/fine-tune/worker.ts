import { type ExperimentEvent, experiment, short, standard } from "@saccade/examples/lora";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";

/** The page's request. */
export interface Order {
  readonly seed: number;
  readonly length: "whole" | "short";
}

export type FromExperiment =
  | ExperimentEvent
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  try {
    setBackend(await wasmBackend({ threads: 1 }));
  } catch {
    // No WebAssembly or no SIMD: the reference backend is there from the start, and slower.
  }
  try {
    const settings = { ...(data.length === "whole" ? standard : short), seed: data.seed };
    for (const event of experiment(settings)) tell(event);
    tell({ kind: "done" });
  } catch (error) {
    tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};

function tell(message: FromExperiment): void {
  self.postMessage(message);
}
