import { parentPort, workerData } from "node:worker_threads";
import { tryPart } from "./parts.ts";

// Tries cases in a separate thread, which can be terminated if a case never ends.

console.warn = () => undefined;
// Ignores promises that a wrong call leaves pending.
process.on("unhandledRejection", () => undefined);
for await (const news of tryPart(workerData.part, workerData)) parentPort?.postMessage(news);
