// In Node, Deno and Bun: the entries as imported, by require and in a Worker.
import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { compare, type Entry, entries } from "./one-copy.ts";

const require = createRequire(import.meta.url);
const required = Object.keys(entries).map((name): [string, Entry] => [`require("${name}")`, require(name)]);
const here = compare([...Object.entries(entries), ...required]);
const worker = new Worker(new URL("one-copy-program.js", import.meta.url));
const [there]: ReturnType<typeof compare>[] = await once(worker, "message");
await worker.terminate();
console.log(
  JSON.stringify({
    shared: Math.min(here.shared, there?.shared ?? 0),
    different: [...here.different, ...(there?.different ?? [])],
  }),
);
