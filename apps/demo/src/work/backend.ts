import { UnsupportedHostError, wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { reasonOf } from "./reason-of.ts";

/** A page takes no more threads: each further one gains less, and other pages need cores too. */
export const mostThreads = 4;

/**
 * Puts a worker on WebAssembly kernels where the browser has them, on the reference backend where not. One thread:
 * the pages that use it compute too little at a time to be split.
 */
export async function useBestBackend(): Promise<void> {
  try {
    setBackend(await wasmBackend({ threads: 1 }));
  } catch (error) {
    // The reference backend, which is there from the start, gives the same numbers.
    console.warn(`Computed in plain JavaScript, which is slower: ${whyNoKernels(error)}.`);
  }
}

/** Why a host does not run the kernels, and what to do about it, as a clause in English. */
export function whyNoKernels(error: unknown): string {
  return error instanceof UnsupportedHostError ? error.why : reasonOf(error);
}

/** The backend of a worker. */
export interface Computer {
  readonly backend: "wasm" | "reference" | "webgpu";
  readonly threads: number;
  /** The build that determines every bit of the results: "plain-2" or "relaxed-2" for the builds of the kernels, or the backend. */
  readonly kernels: string;
  /** Why there are no more threads, or no WebAssembly; in English, from the backend. */
  readonly note: string;
  /** The GPU's description of itself, or the reason why there is none, in English, if one was requested. */
  readonly gpu?: { readonly adapter: string; readonly isSoftware: boolean } | { readonly missing: string };
}

/**
 * {@link useBestBackend} with a thread for each core but the page's own, up to {@link mostThreads}.
 *
 * @param plain takes the plain build of the kernels also where the browser has relaxed SIMD
 */
export async function useThreads({
  plain = false,
}: {
  readonly plain?: boolean | undefined;
} = {}): Promise<Computer> {
  const threads = Math.max(1, Math.min(mostThreads, navigator.hardwareConcurrency - 1));
  try {
    const backend = await wasmBackend({ threads, worker: startThread, relaxed: plain ? false : "auto" });
    setBackend(backend);
    const { threads: started, variant: kernels, threadsNote: note } = backend;
    return { backend: "wasm", threads: started, kernels, note };
  } catch (error) {
    const note = whyNoKernels(error);
    return { backend: "reference", threads: 1, kernels: "reference", note };
  }
}

/** A thread of the kernels. The page's policy refuses workers that start from anything but its own files. */
export function startThread(): Worker {
  return new Worker(new URL("./thread.ts", import.meta.url), { type: "module" });
}
