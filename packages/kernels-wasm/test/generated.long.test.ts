import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

test("the committed modules are what assembly/ gives", { timeout: 120_000 }, async () => {
  await promisify(execFile)(process.execPath, ["scripts/build-wasm.mjs", "--check"], { cwd: root });
});
