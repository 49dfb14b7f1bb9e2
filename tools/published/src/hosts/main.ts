// Starts the kernels in the runtimes at hand and in headless Chromium, behind bundlers and headers: pnpm test:hosts.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { referenceBackend } from "@saccade/tensor";
import { executablePath, inBrowser } from "../browser.ts";
import { checkIn, skip, tell } from "../tally.ts";
import { bundled, cases, died, type Expected, two } from "./cases.ts";
import { makeCdn } from "./cdn.ts";
import { problemsOf } from "./check.ts";
import type { Report } from "./programs/report.ts";
import type { Outcome } from "./programs/train.ts";
import { trainOn } from "./programs/train.ts";
import { bundle, makeProject } from "./project.ts";
import { serve } from "./server.ts";

const run = promisify(execFile);
const losses: readonly number[] = trainOn(referenceBackend());
const trained: Expected = { threads: 2, note: two };

/** Runs a program in a runtime, which has to end by itself. */
async function inRuntime(name: string, command: string, args: string[], expected: Expected): Promise<void> {
  const report: Report = await run(command, args, { timeout: 60_000 }).then(
    ({ stdout }) => JSON.parse(stdout),
    (error) => ({ error: String(error) }),
  );
  tell(name, problemsOf(report, expected, losses));
}

/** The command of a runtime that need not be there: on the path, or where the variable of its name says. */
async function optional(name: string): Promise<string | null> {
  const variable = name.toUpperCase();
  const command = process.env[variable] ?? name;
  if (await run(command, ["--version"]).catch(() => null)) return command;
  skip(name, `not found; add it to PATH or set ${variable}`);
  return null;
}

async function inRuntimes(project: string): Promise<void> {
  const program = join(project, "runtime.js");
  const deadly = join(project, "runtime-death.js");
  const dies = "a worker that dies in a task is an error";
  await inRuntime("node: two threads, and the process exits", process.execPath, [program], trained);
  await inRuntime(`node: ${dies}`, process.execPath, [deadly], died);
  const [deno, bun] = [await optional("deno"), await optional("bun")];
  if (deno !== null) {
    await inRuntime("deno: two threads, and the process exits", deno, ["run", program], trained);
    await inRuntime(`deno: ${dies}`, deno, ["run", "--allow-read", deadly], died);
  }
  if (bun !== null) await inRuntime("bun: two threads, and the process exits", bun, [program], trained);
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

async function inPages(project: string): Promise<void> {
  const [own, cdn] = [await serve(project), await serve(join(project, "node_modules"))];
  await makeCdn(project, cdn.origin);
  const differ = sameBits();
  await inBrowser<Outcome>(async (open) => {
    for (const one of cases) {
      const report = await open(`${own.origin}/${one.site}/${one.page}.html`);
      tell(one.name, [...problemsOf(report, one, losses), ...differ(report)]);
    }
  }).finally(() => {
    own.close();
    cdn.close();
  });
}

await checkIn("hosts", async (project) => {
  await makeProject(project);
  await rawModules(project);
  await inRuntimes(project);
  const bundling = Object.entries(bundled).map(([name, pages]) =>
    bundle(name as keyof typeof bundled, project, pages),
  );
  await Promise.all(bundling);
  for (const bundler of ["rollup", "esbuild"]) {
    const program = join(project, bundler, "runtime.js");
    await inRuntime(`node, bundled with ${bundler}`, process.execPath, [program], trained);
  }
  await methodsIn(project);
  if (existsSync(executablePath)) await inPages(project);
  else skip("pages", `no Chromium at ${executablePath}; install it, or set CHROMIUM`);
});
