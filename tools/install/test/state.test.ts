import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setsToInstall } from "../src/plan.mjs";
import { readState, writeMark } from "../src/state.mjs";

let root: string;
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

/** The files that pnpm leaves after an install. */
function installed({ lockfile, filtered, dev }: { lockfile: string; filtered: boolean; dev: boolean }): void {
  mkdirSync(join(root, "node_modules/.pnpm"), { recursive: true });
  write("node_modules/.pnpm/lock.yaml", lockfile);
  const noted = { filteredInstall: filtered, settings: { dev } };
  write("node_modules/.pnpm-workspace-state-v1.json", JSON.stringify(noted));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "saccade-install-"));
  write("pnpm-lock.yaml", "a: 1\nb: 2\n");
});

afterEach(() => rmSync(root, { recursive: true }));

test("a fresh clone has nothing", () => {
  expect(readState(root)).toMatchObject({ mark: null, found: null });
});

test("a whole install is known by pnpm's own notes, whatever the line ends", () => {
  installed({ lockfile: "a: 1\nb: 2\n", filtered: false, dev: true });
  write("pnpm-lock.yaml", "a: 1\r\nb: 2\r\n");
  expect(setsToInstall("everything", readState(root))).toEqual([]);
});

test("an install of some packages, or without their tools, is not a whole one", () => {
  installed({ lockfile: "a: 1\n", filtered: true, dev: true });
  expect(readState(root).found).toMatchObject({ whole: false, development: true });
  installed({ lockfile: "a: 1\nb: 2\n", filtered: false, dev: false });
  expect(readState(root).found).toMatchObject({ whole: false, development: false });
});

test("an interrupted install leaves no mark, or an old one, and is taken up again", () => {
  mkdirSync(join(root, "node_modules/.pnpm/half@1.0.0"), { recursive: true });
  expect(setsToInstall("examples", readState(root))).toEqual(["examples"]);
  installed({ lockfile: "a: 1\n", filtered: true, dev: false });
  writeMark(root, { lockfile: readState(root).lockfile, sets: ["examples"] });
  expect(setsToInstall("examples", readState(root))).toEqual([]);
  write("pnpm-lock.yaml", "a: 2\n");
  expect(setsToInstall("examples", readState(root))).toEqual(["examples"]);
});

test("a mark or a note that was not written to its end counts as none", () => {
  installed({ lockfile: "a: 1\nb: 2\n", filtered: false, dev: true });
  write("node_modules/.pnpm-workspace-state-v1.json", '{"filteredInst');
  write("node_modules/.saccade-install.json", "");
  expect(readState(root)).toMatchObject({ mark: null, found: null });
});
