import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { publishedPackages, type WorkspacePackage, workspace } from "../src/packages.ts";
import { changelogProblems, changesetProblems, versionProblems } from "../src/release/checks/repository.ts";
import { readArguments, refusals } from "../src/release/release/workflow.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "saccade-release-"));
  writeFileSync(join(folder, "CITATION.cff"), "version: 0.2.0\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function one(name: string, version: string, needs: Readonly<Record<string, string>> = {}): WorkspacePackage {
  return { name, folder, manifest: { name, version, dependencies: needs }, needs: Object.keys(needs) };
}

test.each([
  ["## 0.2.0\n\n- A\n", []],
  ["# x\n\n## 0.2.0\n\n### Minor Changes\n\n- A\n\n## 0.1.0\n", []],
  ["# x\n", ["CHANGELOG.md begins with nothing, not 0.2.0"]],
  ["## 0.1.0\n\n- A\n", ["CHANGELOG.md begins with 0.1.0, not 0.2.0"]],
  ["## 0.2.0\n\n## 0.1.0\n\n- A\n", ["CHANGELOG.md has no entry for 0.2.0"]],
])("changelog %j", (text, problems) => {
  writeFileSync(join(folder, "CHANGELOG.md"), text);
  expect(changelogProblems(one("x", "0.2.0"))).toEqual(problems);
});

test("versions that differ, fixed ranges and a stale citation are problems", () => {
  expect(versionProblems(folder, [one("a", "0.2.0"), one("b", "0.2.0", { a: "workspace:*" })])).toEqual([]);
  expect(versionProblems(folder, [one("a", "0.2.0"), one("b", "0.1.0", { a: "0.2.0" })])).toEqual([
    "b is at 0.1.0, a at 0.2.0",
    "b depends on a at 0.2.0; write workspace:*",
  ]);
  expect(versionProblems(folder, [one("a", "0.3.0")])).toEqual([
    "CITATION.cff cites version 0.2.0, the packages are at 0.3.0; change it there",
  ]);
});

test("the packages, their changelogs and the citation file agree", () => {
  const packages = publishedPackages();
  expect(versionProblems(workspace, packages)).toEqual([]);
  expect(packages.flatMap(changelogProblems)).toEqual([]);
});

test("a pending changeset is a problem", () => {
  mkdirSync(join(folder, ".changeset"));
  writeFileSync(join(folder, ".changeset/config.json"), "{}");
  expect(changesetProblems(folder)).toEqual([]);
  writeFileSync(join(folder, ".changeset/new.md"), "");
  expect(changesetProblems(folder)).toEqual([".changeset/new.md is pending; run pnpm changeset version"]);
});

const workflow = {
  GITHUB_ACTIONS: "true",
  GITHUB_WORKFLOW: "Release",
  GITHUB_REF: "refs/tags/v0.2.0",
  NPM_CONFIG_PROVENANCE: "true",
  ACTIONS_ID_TOKEN_REQUEST_URL: "https://example",
};

test("publishing is refused outside of the release workflow", () => {
  expect(refusals(workflow, "0.2.0")).toEqual([]);
  expect(refusals({}, "0.2.0")[0]).toContain("pnpm release --dry-run");
  expect(refusals({ ...workflow, GITHUB_WORKFLOW: "CI" }, "0.2.0")).toHaveLength(1);
});

test.each([
  [{ GITHUB_REF: "refs/heads/main" }, "the workflow runs for refs/heads/main, not for refs/tags/v0.2.0"],
  [{ NPM_CONFIG_PROVENANCE: undefined }, "NPM_CONFIG_PROVENANCE is not true"],
  [{ ACTIONS_ID_TOKEN_REQUEST_URL: "" }, "the job has no permission id-token: write"],
])("publishing is refused with %j", (change, reason) => {
  expect(refusals({ ...workflow, ...change }, "0.2.0")).toEqual([reason]);
});

test("unknown arguments are refused", () => {
  expect(readArguments(["--dry-run"])).toEqual({ dryRun: true });
  expect(readArguments([])).toEqual({ dryRun: false });
  expect(() => readArguments(["--dryrun"])).toThrow(
    "release: no argument --dryrun; the only one is --dry-run",
  );
});
