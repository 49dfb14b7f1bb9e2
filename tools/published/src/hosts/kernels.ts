import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { referenceBackend } from "@saccade/tensor";
import { atOnce } from "../at-once.ts";
import type { Published } from "../browser.ts";
import { skip, tell } from "../tally.ts";
import { bundled, type Case, cases, died, type Expected, two } from "./cases.ts";
import { makeCdn } from "./cdn.ts";
import { problemsOf } from "./check.ts";
import type { Report } from "./programs/report.ts";
import { type Outcome, trainOn } from "./programs/train.ts";
import { bundle } from "./project.ts";
import type { Runtime } from "./runtimes.ts";
import { serve } from "./server.ts";

const run = promisify(execFile);
const losses: readonly number[] = trainOn(referenceBackend());
const trained: Expected = { threads: 2, note: two };

/** The kernels' modules, and threads in each runtime, which have to end by themselves. */
export async function kernelsInRuntimes(project: string, hosts: readonly Runtime[]): Promise<void> {
  await rawModules(project);
  await atOnce(hosts, async ({ name, command }) => {
    if ("missing" in command) return;
    const train = join(project, "runtime.js");
    await inRuntime(`${name}: two threads, and the process exits`, [...command, train], trained);
    const deadly = [...command, join(project, "runtime-death.js")] as const;
    const title = `${name}: a worker that dies in a task is an error`;
    if (name === "Deno" || command[0] === process.execPath) await inRuntime(title, deadly, died);
    else
      skip(
        title,
        name === "Bun" ? "it does not tell that a worker has ended" : "tried in the Node that runs this",
      );
  });
}

/** Runs a program in a runtime, which has to end by itself. */
async function inRuntime(
  name: string,
  [file, ...args]: readonly [string, ...string[]],
  expected: Expected,
): Promise<void> {
  const report: Report = await run(file, args, { timeout: 120_000 }).then(
    ({ stdout }) => JSON.parse(stdout),
    (error) => ({ error: String(error) }),
  );
  tell(name, problemsOf(report, expected, losses));
}

/** The modules as they are lie in the package, under the names that it exports. */
async function rawModules(project: string): Promise<void> {
  const { resolve } = createRequire(join(project, "runtime.js"));
  const read = (variant: string): Promise<Buffer> =>
    readFile(resolve(`@saccade/kernels-wasm/${variant}.wasm`));
  const problems = async (): Promise<string[]> => {
    const [plain, relaxed] = [await read("plain"), await read("relaxed")];
    const found: string[] = [];
    if (!WebAssembly.validate(Uint8Array.from(plain))) found.push("plain.wasm is not a valid module");
    // Not every host knows its instructions; they are shorter than the plain ones.
    if (relaxed.readUInt32BE() !== 0x0061736d || relaxed.length >= plain.length) {
      found.push("relaxed.wasm is not the relaxed module");
    }
    return found;
  };
  tell(
    "the package contains plain.wasm and relaxed.wasm",
    await problems().catch((error) => [String(error)]),
  );
}

/** Bundles the programs with each bundler, and runs in Node those that are for it. */
export async function bundleKernels(project: string): Promise<void> {
  const bundling = Object.entries(bundled).map(([name, pages]) =>
    bundle(name as keyof typeof bundled, project, pages),
  );
  await Promise.all(bundling);
  for (const bundler of ["rollup", "esbuild"]) {
    const program = join(project, bundler, "runtime.js");
    await inRuntime(`node, bundled with ${bundler}`, [process.execPath, program], trained);
  }
  await methodsIn(project);
}

/** Tensors have their methods in every bundle, the smallest import included. */
async function methodsIn(project: string): Promise<void> {
  const expected = "[7,[[1,2],[2,4]]]";
  for (const bundler of Object.keys(bundled)) {
    const folder = join(project, bundler, bundler === "vite" ? "assets" : "");
    const file = (await readdir(folder)).find((name) => /^attached-methods(-.*)?\.js$/.test(name));
    const said = await run(process.execPath, [join(folder, file ?? "attached-methods.js")]).then(
      ({ stdout }) => stdout.trim(),
      (error) => String(error),
    );
    tell(`${bundler}: methods are attached`, said === expected ? [] : [said]);
  }
}

/** One browser's losses are the same to the last bit on every page. */
function sameBits(): (report: Report) => string[] {
  let first: string | null = null;
  return (report) => {
    if ("error" in report) return [];
    const bits = report.losses.join(" ");
    first ??= bits;
    return bits === first ? [] : ["losses differ from those of the first page"];
  };
}

/** Opens the pages: each bundler's and each site's once, or, as `all` says, all of them. */
export async function kernelsInPages(
  project: string,
  open: (site: Case["site"], page: string) => Promise<Published<Outcome>>,
  all: boolean,
): Promise<void> {
  const cdn = await serve(join(project, "node_modules"));
  try {
    await makeCdn(project, cdn.origin);
    const differ = sameBits();
    for (const one of cases) {
      if (!all && one.implied !== undefined) {
        skip(one.name, `${one.implied}; --long opens it`);
        continue;
      }
      const report = await open(one.site, `${one.page}.html`);
      tell(one.name, [...problemsOf(report, one, losses), ...differ(report)]);
    }
  } finally {
    cdn.close();
  }
}
