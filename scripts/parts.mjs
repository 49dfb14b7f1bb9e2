// Runs the parts of a test suite, two at a time: each part runs programs and says how many tests passed and failed.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** For files of this run. */
export const scratch = mkdtempSync(join(tmpdir(), "saccade-test-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** Runs a program of node_modules/.bin (pnpm puts that on the path) to its end, and gives its status and output. */
export function run(command, args, env = {}) {
  const stdio = ["ignore", "pipe", "pipe"];
  const child = spawn(command, args, { stdio, env: { ...process.env, FORCE_COLOR: "0", ...env } });
  let stdout = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ status: 1, stdout, output: `${output}${error.message}\n` }));
    child.on("close", (status) => resolve({ status, stdout, output }));
  });
}

/** Runs the program of a script of package.json, without the installation before it. */
export function script(name, args = [], env = {}) {
  const [command, ...words] = scripts[name].split(" && ").at(-1).split(" ");
  return run(command, [...words, ...args], env);
}

/** Counts a program as one test. */
export async function once(running) {
  const { status, output } = await running;
  return status === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

/** Counts what a program counts itself in its last line; without that line, a program that ends well has skipped all and says so. */
export async function counted(running) {
  const { status, stdout, output } = await running;
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
  if (!counts) return { passed: 0, failed: status === 0 ? 0 : 1, output };
  const failed = Math.max(Number(counts[2]), status === 0 ? 0 : 1);
  return { passed: Number(counts[1]), failed, output };
}

let reports = 0;

/** Runs Vitest with these options, and counts its tests. */
export async function vitest(args, env = {}) {
  const report = join(scratch, `vitest-${reports++}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { status, output } = await run("vitest", ["run", ...reporters, ...args], env);
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  // A file that cannot be loaded has no tests of its own to fail.
  const broken = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  const unexplained = status !== 0 && numFailedTests + broken === 0 ? 1 : 0;
  return { passed: numPassedTests, failed: numFailedTests + broken + unexplained, output };
}

/** Runs what needs Chromium where there is one, and otherwise says that it is skipped. */
export async function inChromium(count) {
  const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  if (existsSync(chromium)) return count();
  const output = `skipped: there is no ${chromium}. Install one (apt-get install chromium), or name it in CHROMIUM.`;
  return { passed: 0, failed: 0, output };
}

/** Runs a script that is Playwright, and counts its tests. Without Chromium it says so and writes no report. */
export async function playwright(name, args = [], env = {}) {
  const report = join(scratch, `playwright-${reports++}.json`);
  const more = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env };
  const { status, output } = await script(name, ["--reporter=list,json", ...args], more);
  if (!existsSync(report)) return { passed: 0, failed: status === 0 ? 0 : 1, output };
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, "utf8")).stats;
  return { passed: expected, failed: Math.max(unexpected + flaky, status === 0 ? 0 : 1), output };
}

/**
 * Runs the parts. Each is `{ title, run, cores = 1, after = [] }`: `run` gives passed, failed and output; a part starts when the
 * parts whose titles are in `after` have ended and enough cores are free, first come, first served. Every part runs even
 * when another failed. Prints each part's output when it ends, and gives the counts and what took long.
 */
export async function runParts(all, { ignoreOrder = false } = {}) {
  const parts = ignoreOrder ? all.map((part) => ({ ...part, after: [] })) : all;
  const waiting = [...parts];
  const ended = new Set();
  const running = new Set();
  const results = [];
  let free = Math.max(2, availableParallelism());
  const unknown = parts
    .flatMap(({ after = [] }) => after)
    .filter((title) => !parts.some((part) => part.title === title));
  if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(", ")}`);

  async function begin(part) {
    const { title, run, cores = 1 } = part;
    console.log(`… ${title}`);
    const began = performance.now();
    const result = await run().catch((error) => ({ passed: 0, failed: 1, output: String(error.stack) }));
    const seconds = Math.round((performance.now() - began) / 1000);
    const { passed, failed, output } = result;
    results.push({ title, passed, failed, seconds, left: leftOut(output) });
    ended.add(title);
    free += cores;
    console.log(`\n── ${title}\n${output.trimEnd()}`);
    const word = failed === 0 ? "ok" : "FAILED";
    console.log(`${word}: ${title} (${passed} passed, ${failed} failed, ${seconds} s)`);
  }

  while (waiting.length + running.size > 0) {
    for (const part of [...waiting]) {
      const { cores = 1, after = [] } = part;
      if (!after.every((title) => ended.has(title))) continue;
      if (cores > free) break;
      waiting.splice(waiting.indexOf(part), 1);
      free -= cores;
      const going = begin(part).then(() => running.delete(going));
      running.add(going);
    }
    if (running.size === 0)
      throw new Error(`these parts wait for each other: ${waiting.map(({ title }) => title)}`);
    await Promise.race(running);
  }
  return results;
}

/** The lines in which a part says what it left out. */
function leftOut(output) {
  return output.split("\n").filter((line) => line.startsWith("left out: "));
}
