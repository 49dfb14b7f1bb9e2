import type { GpuCounts } from "@saccade/kernels-webgpu";
import { scope, type Tensor } from "@saccade/tensor";
import type { Facts, Program } from "../program.ts";

/** Reads the counts of the backend. */
type Counts = () => Promise<GpuCounts>;

/** Iterations for the host's time of one, where all of them together take no longer than this many seconds. */
const timed = 8;
const most = 1;

/**
 * A program of ours on a GPU: an iteration hands its commands over, and the last one's result is waited for.
 *
 * @param once computes results, of which the last is read; its first element if it has more
 */
export function gpuProgram(once: () => readonly Tensor[], counts: Counts): Omit<Program, "outputs"> {
  let last: Tensor | null = null;
  const run = (): void => {
    last?.dispose();
    last = scope(() => once().at(-1)!);
  };
  const settle = async (): Promise<void> => {
    const one = scope(() => firstOf(last!));
    await one.data();
    if (one !== last) one.dispose();
  };
  return { run, settle, facts: () => factsOf(run, settle, counts) };
}

// A read takes a whole storage: a copy of one element has a small one.
function firstOf(x: Tensor): Tensor {
  return x.numel === 1 ? x : x.flatten().narrow(0, 0, 1).clone();
}

/** The GPU commands of one iteration, and the host's time to encode them. */
async function factsOf(run: () => void, settle: () => Promise<void>, counts: Counts): Promise<Facts> {
  await settle();
  const first = await counts();
  await settle();
  const second = await counts();
  const begin = performance.now();
  run();
  let hostMs = performance.now() - begin;
  await settle();
  const wholeMs = performance.now() - begin;
  const third = await counts();
  if (timed * wholeMs < 1000 * most) {
    const again = performance.now();
    for (let i = 0; i < timed; i++) run();
    hostMs = (performance.now() - again) / timed;
    await settle();
  }
  // The copy of the first element is not part of the iteration.
  const reading = second.dispatches - first.dispatches;
  return {
    dispatches: third.dispatches - second.dispatches - reading,
    submissions: third.submissions - second.submissions,
    bytesToGpu: third.bytesWritten - second.bytesWritten,
    bytesFromGpu: third.bytesRead - second.bytesRead,
    hostMs,
  };
}
