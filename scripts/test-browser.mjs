// What must hold in a browser: the figures, golden cases, gradients and every kernel against the reference pass in Chromium.
// pnpm test:browser; the last line counts.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
if (!existsSync(chromium)) {
  console.log(
    `skipped: there is no ${chromium}. Install one (apt-get install chromium), or name it in CHROMIUM.`,
  );
  process.exit(0);
}

const scratch = mkdtempSync(join(tmpdir(), "saccade-browser-"));
const report = join(scratch, "report.json");

const vitest = spawnSync(
  "vitest",
  [
    ...["run", "--config", "vitest.browser.config.ts"],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  ],
  { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, CHROMIUM: chromium } },
);
let [passed, failed] = [0, 1];
try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  passed = numPassedTests;
  failed = Math.max(numFailedTests, vitest.status === 0 ? 0 : 1);
} catch {
  // No report is a failure.
}
rmSync(scratch, { recursive: true, force: true });

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
