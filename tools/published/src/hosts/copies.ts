import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atOnce } from "../at-once.ts";
import { tell } from "../tally.ts";
import type { Runtime } from "./runtimes.ts";

const run = promisify(execFile);
const bundler = join(dirname(fileURLToPath(import.meta.url)), "../../bundlers/for-node.mjs");
/** What a framework leaves to Node: nothing, the packages below the layers, or everything. */
const externals = { nothing: "(?!)", tensors: "@saccade/(tensor|contract)", everything: "@saccade/" };

/** Classes and errors exist once in each runtime: by import, by require and in a Worker. */
export async function copiesInRuntimes(project: string, hosts: readonly Runtime[]): Promise<void> {
  await atOnce(hosts, async ({ name, command }) => {
    if ("missing" in command) return;
    const [file, ...args] = command;
    tell(`${name}: one copy`, await problems(file, [...args, join(project, "one-copy-runtime.js")]));
  });
}

/** And in programs that are bundled for Node, whatever stays outside. */
export async function copiesInBundles(project: string): Promise<void> {
  for (const [name, pattern] of Object.entries(externals)) {
    const to = join(project, "for-node", name);
    await run(process.execPath, [bundler, project, to, "one-copy-program", pattern]);
    for (const one of ["webpack", "vite"]) {
      const title = `node, bundled by ${one} without ${name}: one copy`;
      tell(title, await problems(process.execPath, [join(to, `${one}.mjs`)]));
    }
  }
}

async function problems(file: string, args: readonly string[]): Promise<readonly string[]> {
  try {
    const { stdout, stderr } = await run(file, args, { timeout: 120_000 });
    const { shared, different }: { shared: number; different: string[] } = JSON.parse(stdout);
    const warned = stderr.includes("loaded twice") ? [stderr] : [];
    return [...warned, ...different, ...(shared < 10 ? [`only ${shared} classes were compared`] : [])];
  } catch (error) {
    return [String(error)];
  }
}
