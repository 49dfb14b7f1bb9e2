// pnpm test: types, lint, unit tests, golden cases, one program, and a smoke test of demo and docs in Chromium where there
// is one. With --all, everything else too: builds, packages as they are published, all programs and pages.
// Every part runs even when an earlier one failed; the last line counts.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const scratch = mkdtempSync(join(tmpdir(), "saccade-test-"));
const total = { passed: 0, failed: 0 };

/** Runs a program of node_modules/.bin (pnpm puts that on the path) to its end, and gives its status and output. */
function run(command, args, { env = {} } = {}) {
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

/** A script of package.json that is one program. */
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
function script(name, args, options) {
  const [command, ...words] = scripts[name].split(" ");
  return run(command, [...words, ...args], options);
}

/** A part: `count` runs programs, and gives their output with how many tests passed and failed. */
async function part(title, count) {
  console.log(`… ${title}`);
  const began = performance.now();
  const { passed, failed, output } = await count();
  total.passed += passed;
  total.failed += failed;
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n── ${title}\n${output.trimEnd()}`);
  console.log(
    `${failed === 0 ? "ok" : "FAILED"}: ${title} (${passed} passed, ${failed} failed, ${seconds} s)`,
  );
}

/** Parts one after the other. */
async function inTurn(parts) {
  for (const [title, count] of parts) await part(title, count);
}

async function once(running) {
  const { status, output } = await running;
  return status === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

async function vitest(config) {
  const report = join(scratch, `${config}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { status, output } = await run("vitest", ["run", `--config=${config}`, ...reporters]);
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that cannot be loaded has no tests of its own to fail.
    const broken = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    ).length;
    const unexplained = status !== 0 && numFailedTests + broken === 0 ? 1 : 0;
    return { passed: numPassedTests, failed: numFailedTests + broken + unexplained, output };
  } catch {
    return { passed: 0, failed: 1, output };
  }
}

async function golden() {
  const { status, stdout, output } = await script("golden", []);
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
  if (!counts) return { passed: 0, failed: 1, output };
  const failed = Math.max(Number(counts[2]), status === 0 ? 0 : 1);
  return { passed: Number(counts[1]), failed, output };
}

async function endToEnd(name, args = [], { env: more = {} } = {}) {
  const report = join(scratch, `${name.replace(":", "-")}.json`);
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...more };
  const { status, output } = await script(name, ["--reporter=list,json", ...args], { env });
  // Without Chromium it says so and writes no report.
  if (status === 0 && !existsSync(report)) return { passed: 0, failed: 0, output };
  try {
    const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, "utf8")).stats;
    return { passed: expected, failed: Math.max(unexpected + flaky, status === 0 ? 0 : 1), output };
  } catch {
    return { passed: 0, failed: 1, output };
  }
}

// The last line counts, unless there is no Chromium and it says so.
async function counted(name, args = []) {
  const { status, stdout, output } = await script(name, args);
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
  if (!counts) return { passed: 0, failed: status === 0 ? 0 : 1, output };
  return { passed: Number(counts[1]), failed: Number(counts[2]), output };
}

const all = process.argv.includes("--all");
const translate = ["--examples", "60", "--epochs", "3", "--heatmap", join(scratch, "attention.svg")];
const goldenAndTranslate = [
  ["golden cases", golden],
  ["example: translate, shortened", () => once(script("translate", translate))],
];

// Each of these keeps all cores busy.
await inTurn([
  ["types", () => once(run("tsc", ["-p", "tsconfig.check.json"]))],
  ["types of the docs' programs for other hosts", () => once(run("tsc", ["-p", "apps/docs/code/host"]))],
  ["lint", () => once(run("biome", ["check", "."]))],
  ...(all ? [["build", () => once(run("turbo", ["run", "build", "--output-logs=errors-only"]))]] : []),
  ["unit tests", () => vitest("vitest.config.ts")],
]);
await (all ? theRest() : quickly());

/** Programs run on one core, and pages wait for a server, so they share the machine. */
async function quickly() {
  const ofSource = { env: { DOCS_FROM_SOURCE: "1" } };
  await Promise.all([
    inTurn(goldenAndTranslate),
    inTurn([
      ["the demo in Chromium, briefly", () => endToEnd("test:e2e", ["--project=isolated", "--grep=@smoke"])],
      ["the docs in Chromium, briefly", () => endToEnd("docs:test", [], ofSource)],
    ]),
  ]);
  console.log("\nThis is the short suite; pnpm test --all runs everything.");
}

async function theRest() {
  await part("tests of examples and tools, and long tests", () => vitest("vitest.programs.config.ts"));

  // These wait for a network or run on one core, so they share the machine.
  await Promise.all([
    inTurn([
      ...goldenAndTranslate,
      ["every model as an ONNX file", () => counted("test:onnx")],
      ["example: kernel-regression", () => once(script("kernel-regression", ["--out", scratch]))],
      ["example: the seed documents", () => once(script("seeds", []))],
      ["the examples, a few steps of each", () => counted("examples", ["--quick"])],
      ["reference: docstrings and their examples", () => counted("reference", ["--check"])],
      ["the programs of the docs", () => counted("docs:code")],
      ["the README's film is what the translator says", () => once(script("readme:film", ["--check"]))],
      ["the page of claims shows its records", () => once(script("docs:claims", ["--check"]))],
      ["the performance page shows its results", () => once(script("docs:performance", ["--check"]))],
      ["kernels and figures in Chromium", () => counted("test:browser")],
    ]),
    inTurn([
      ["packages as they are published", () => counted("test:packages")],
      ["each package alone in every host", () => counted("test:smoke")],
      ["hosts and bundlers", () => counted("test:hosts")],
      ["TypeScript 5.9, 6 and 7, and editors", () => counted("test:types")],
      ["npm create saccade", () => counted("test:create")],
      ["a contributor's first op", () => counted("test:contributing")],
    ]),
  ]);

  await inTurn([
    ["the demo in Chromium", () => endToEnd("test:e2e")],
    ["the docs in Chromium", () => endToEnd("docs:test")],
    ["demo and docs in Firefox and WebKit, briefly", () => counted("test:other-browsers")],
  ]);
}

rmSync(scratch, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
