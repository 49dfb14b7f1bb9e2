import type { WorkerLike } from "@saccade/kernels-wasm";
import { type Outcome, train } from "./train.ts";

export type Report = Outcome | { readonly error: string };

/** Puts a report where the runner looks for it. */
export function publish(report: Report): void {
  document.title = JSON.stringify(report);
}

/** Trains, and publishes what came of it. */
export async function report(worker?: () => WorkerLike): Promise<void> {
  publish(await train(worker).catch((error: unknown) => ({ error: String(error) })));
}
