// In Node and Deno: the worker ends itself in a kernel, while this thread computes or waits.
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { deadly, death } from "./death.ts";

const file = new URL(import.meta.resolve("@saccade/kernels-wasm/worker"));
const code = readFileSync(file, "utf8").replace("export {};", "");
const worker = (): Worker => new Worker(deadly("process.exit(3);") + code, { eval: true });
console.log(JSON.stringify({ error: await death(worker) }));
