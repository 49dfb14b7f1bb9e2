import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { foldersSince } from "./since.mjs";

// A workspace of three packages: "above" depends on "below", "beside" on nothing.
const folder = mkdtempSync(join(tmpdir(), "saccade-since-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  const as = ["-c", "user.name=test", "-c", "user.email=test@saccade.example"];
  return execFileSync("git", [...as, ...args], { cwd: folder, encoding: "utf8" });
}

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const names = ["above", "below", "beside"];
const linked = { above: { below: "workspace:*" } };
write("package.json", JSON.stringify({ name: "root", private: true, packageManager: "pnpm@12.21.0" }));
write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
write("turbo.json", JSON.stringify({ tasks: { test: {} } }));
write(
  "pnpm-lock.yaml",
  "lockfileVersion: '9.0'\nimporters:\n  packages/above:\n    dependencies:\n      below:\n" +
    "        specifier: workspace:*\n        version: link:../below\n  packages/below: {}\n  packages/beside: {}\n",
);
for (const name of names) {
  const dependencies = name === "above" ? linked.above : {};
  write(`packages/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", dependencies }));
  write(`packages/${name}/src/index.ts`, "export {};\n");
}
git("init", "--quiet");
git("add", "--all");
git("commit", "--quiet", "--message=first");
const first = git("rev-parse", "HEAD").trim();

test("without a change nothing is run", () => {
  expect(foldersSince(first, folder)).toEqual([]);
});

test("a file that git does not have yet counts, and its package's dependents with it", () => {
  write("packages/below/test/new.test.ts", "");
  expect(foldersSince(first, folder)).toEqual(["packages/above", "packages/below"]);
});

test("so do changes that are committed, from the commit on", () => {
  git("add", "--all");
  git("commit", "--quiet", "--message=second");
  write("packages/beside/src/index.ts", "export const x = 1;\n");
  expect(foldersSince("HEAD", folder)).toEqual(["packages/beside"]);
  expect(foldersSince(first, folder)).toEqual(["packages/above", "packages/below", "packages/beside"]);
});

test("a commit that does not exist is named", () => {
  expect(() => foldersSince("nowhere", folder)).toThrow("there is no commit nowhere");
});
