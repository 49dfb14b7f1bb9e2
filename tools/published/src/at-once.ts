import { availableParallelism } from "node:os";

/** Runs a task for each item, in parallel on all cores. */
export async function atOnce<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const i = next++;
      results[i] = await task(items[i]!);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
