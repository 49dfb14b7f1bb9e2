// In Node, Deno and Bun, also in a Worker, and bundled for Node.
import { parentPort } from "node:worker_threads";
import { compare, entries } from "./one-copy.ts";

const result = compare(Object.entries(entries));
if (parentPort) parentPort.postMessage(result);
else console.log(JSON.stringify(result));
