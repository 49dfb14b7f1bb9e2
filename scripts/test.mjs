// The README's test command: type check, lint, unit tests, golden cases, the examples in a shortened run, and the demo
// in Chromium where there is one.
// Every part runs even when an earlier one failed; the last line counts.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const scratch = mkdtempSync(join(tmpdir(), "saccade-test-"));
const total = { passed: 0, failed: 0 };

/** Runs a program of node_modules/.bin (pnpm puts that on the path), and captures its output on request. */
function run(command, args, { capture = false, env = {} } = {}) {
  const stdio = capture ? ["ignore", "pipe", "inherit"] : ["ignore", "inherit", "inherit"];
  return spawnSync(command, args, {
    stdio,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
  });
}

/** A script of package.json that is one program. */
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
function script(name, args, options) {
  const [command, ...words] = scripts[name].split(" ");
  return run(command, [...words, ...args], options);
}

function part(title, count) {
  console.log(`\n── ${title}`);
  const { passed, failed } = count();
  total.passed += passed;
  total.failed += failed;
  console.log(`${failed === 0 ? "ok" : "FAILED"}: ${title} (${passed} passed, ${failed} failed)`);
}

const once = (result) => (result.status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

function vitest(config) {
  const report = join(scratch, "vitest.json");
  rmSync(report, { force: true });
  const result = run("vitest", [
    "run",
    `--config=${config}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that cannot be loaded has no tests of its own to fail.
    const broken = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    ).length;
    const unexplained = result.status !== 0 && numFailedTests + broken === 0 ? 1 : 0;
    return { passed: numPassedTests, failed: numFailedTests + broken + unexplained };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function golden() {
  const result = script("golden", [], { capture: true });
  process.stdout.write(result.stdout);
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(result.stdout);
  if (!counts) return { passed: 0, failed: 1 };
  return { passed: Number(counts[1]), failed: Math.max(Number(counts[2]), result.status === 0 ? 0 : 1) };
}

function endToEnd(name) {
  const report = join(scratch, `${name.replace(":", "-")}.json`);
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { status } = script(name, ["--reporter=list,json"], { env });
  // Without Chromium it says so and writes no report.
  if (status === 0 && !existsSync(report)) return { passed: 0, failed: 0 };
  try {
    const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, "utf8")).stats;
    const failed = unexpected + flaky;
    return { passed: expected, failed: Math.max(failed, status === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

// The last line counts, unless there is no Chromium and it says so.
function counted(name, args = []) {
  const { status, stdout } = script(name, args, { capture: true });
  process.stdout.write(stdout);
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(stdout);
  if (counts) return { passed: Number(counts[1]), failed: Number(counts[2]) };
  return { passed: 0, failed: status === 0 ? 0 : 1 };
}

part("types", () => once(run("tsc", ["-p", "tsconfig.check.json"])));
part("types of the docs' programs for other hosts", () => once(run("tsc", ["-p", "apps/docs/code/host"])));
part("lint", () => once(run("biome", ["check", "."])));
part("build", () => once(run("turbo", ["run", "build", "--output-logs=errors-only"])));
part("unit tests", () => vitest("vitest.config.ts"));
part("tests of examples and tools", () => vitest("vitest.programs.config.ts"));
part("golden cases", golden);
part("example: kernel-regression", () => once(script("kernel-regression", ["--out", scratch])));
part("example: translate, shortened", () =>
  once(
    script("translate", ["--examples", "60", "--epochs", "3", "--heatmap", join(scratch, "attention.svg")]),
  ),
);
part("example: the seed documents", () => once(script("seeds", [])));
part("the examples, a few steps of each", () => counted("examples", ["--quick"]));
part("reference: docstrings and their examples", () => counted("reference", ["--check"]));
part("TypeScript 5.9, 6 and 7, and editors", () => counted("test:types"));
part("packages as they are published", () => counted("test:packages"));
part("each package alone in every host", () => counted("test:smoke"));
part("hosts and bundlers", () => counted("test:hosts"));
part("the README's film is what the translator says", () => once(script("readme:film", ["--check"])));
part("npm create saccade", () => counted("test:create"));
part("a contributor's first op", () => counted("test:contributing"));
part("kernels in Chromium", () => counted("test:browser"));
part("the performance page shows its results", () => once(script("docs:performance", ["--check"])));
part("the programs of the docs", () => counted("docs:code"));
part("the demo in Chromium", () => endToEnd("test:e2e"));
part("the docs in Chromium", () => endToEnd("docs:test"));

rmSync(scratch, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
