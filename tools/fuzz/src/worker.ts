import { parentPort, workerData } from "node:worker_threads";
import { tryPart } from "./parts.ts";

// Tries cases in a thread of its own, which can be ended where a case never ends.

console.warn = () => undefined;
// Promises that a wrong call leaves behind are its own.
process.on("unhandledRejection", () => undefined);
for await (const news of tryPart(workerData.part, workerData)) parentPort?.postMessage(news);
