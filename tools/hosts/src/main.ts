// Starts the kernels in the runtimes at hand and in headless Chromium, behind bundlers and headers: pnpm test:hosts.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { referenceBackend } from "@saccade/tensor";
import { executablePath, inBrowser } from "./browser.ts";
import { bundled, two } from "./cases.ts";
import { makeCdn } from "./cdn.ts";
import { type Expected, problemsOf } from "./check.ts";
import type { Report } from "./programs/report.ts";
import { trainOn } from "./programs/train.ts";
import { bundle, makeProject } from "./project.ts";
import { serve } from "./server.ts";

const run = promisify(execFile);
const count = { passed: 0, failed: 0 };

function tell(name: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems) console.log(`       ${problem}`);
  count[problems.length === 0 ? "passed" : "failed"]++;
}

const expected: Pick<Expected, "losses"> = { losses: trainOn(referenceBackend()) };

/** Trains in a runtime, which has to end by itself. */
async function inRuntime(name: string, command: string, args: readonly string[]): Promise<void> {
  const report: Report = await run(command, args, { timeout: 60_000 }).then(
    ({ stdout }) => JSON.parse(stdout),
    (error) => ({ error: String(error) }),
  );
  tell(name, problemsOf(report, { ...expected, threads: 2, note: two }));
}

/** A runtime that need not be there: on the path, or where the variable of its name says. */
async function inOptional(name: "deno" | "bun", args: readonly string[]): Promise<void> {
  const variable = name.toUpperCase();
  const command = process.env[variable] ?? name;
  const there = await run(command, ["--version"]).catch(() => null);
  if (there === null) console.log(`skip   ${name}: not tried; put it on the path, or name it in ${variable}`);
  else await inRuntime(`${name}: two threads, and it ends`, command, args);
}

/** One browser's losses are the same to the last bit on every page. */
function sameBits(): (report: Report) => string[] {
  let first: string | null = null;
  return (report) => {
    if ("error" in report) return [];
    const losses = report.losses.join(" ");
    first ??= losses;
    return losses === first ? [] : ["losses differ from those of the first page"];
  };
}

async function inPages(project: string): Promise<void> {
  const [own, cdn] = [await serve(project), await serve(join(project, "node_modules"))];
  await makeCdn(project, cdn.origin);
  const differ = sameBits();
  await inBrowser(own.origin, (one, report) =>
    tell(one.name, [...problemsOf(report, { ...expected, ...one }), ...differ(report)]),
  ).finally(() => {
    own.close();
    cdn.close();
  });
}

const project = await mkdtemp(join(tmpdir(), "saccade-hosts-"));
try {
  await makeProject(project);
  const program = join(project, "runtime.js");
  await inRuntime("node: two threads, and it ends", process.execPath, [program]);
  await inOptional("deno", ["run", program]);
  await inOptional("bun", [program]);
  const bundling = Object.entries(bundled).map(([name, pages]) =>
    bundle(name as keyof typeof bundled, project, pages),
  );
  await Promise.all(bundling);
  for (const bundler of ["rollup", "esbuild"]) {
    await inRuntime(`node, behind ${bundler}`, process.execPath, [join(project, bundler, "runtime.js")]);
  }
  if (existsSync(executablePath)) await inPages(project);
  else console.log(`skip   pages: no Chromium at ${executablePath}; install it, or name one in CHROMIUM`);
} finally {
  await rm(project, { recursive: true, force: true });
}
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;
