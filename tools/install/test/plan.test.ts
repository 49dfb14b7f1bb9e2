import { describe, expect, test } from "vitest";
import { argumentsFor, pnpmCommand, type SetName, type State, setsToInstall } from "../src/plan.mjs";

const filtered = { lockfile: "some of it", whole: false, development: false };
const whole = { lockfile: "now", whole: true, development: true };
const state = (over: Partial<State> = {}): State => ({ lockfile: "now", mark: null, found: null, ...over });
const mark = (lockfile: string, ...sets: SetName[]): State["mark"] => ({ lockfile, sets });

describe("what is installed for a script", () => {
  test("is its set alone in a fresh clone", () => {
    expect(setsToInstall("examples", state())).toEqual(["examples"]);
    expect(setsToInstall("everything", state())).toEqual(["everything"]);
  });

  test("is nothing where the mark has it, from this lockfile", () => {
    const here = state({ mark: mark("now", "examples", "demo"), found: filtered });
    expect(setsToInstall("examples", here)).toEqual([]);
    expect(setsToInstall("demo", here)).toEqual([]);
  });

  test("comes on top of what was installed before", () => {
    const here = state({ mark: mark("now", "examples"), found: filtered });
    expect(setsToInstall("demo", here)).toEqual(["examples", "demo"]);
    expect(setsToInstall("everything", here)).toEqual(["everything"]);
  });

  test("is all that was there when the lockfile has changed", () => {
    const old = state({ mark: mark("before", "demo"), found: filtered });
    expect(setsToInstall("demo", old)).toEqual(["demo"]);
    expect(setsToInstall("examples", old)).toEqual(["demo", "examples"]);
    const oldWhole = state({ found: { ...whole, lockfile: "before" } });
    expect(setsToInstall("examples", oldWhole)).toEqual(["everything"]);
  });

  test("is nothing after anyone's whole install", () => {
    for (const name of ["examples", "demo", "everything"] as const) {
      expect(setsToInstall(name, state({ found: whole }))).toEqual([]);
      expect(setsToInstall(name, state({ found: whole, mark: mark("before", "examples") }))).toEqual([]);
    }
  });

  test("is everything where someone installed packages with their tools, which a smaller install would remove", () => {
    const partly = state({ found: { ...filtered, development: true } });
    expect(setsToInstall("examples", partly)).toEqual(["everything"]);
  });

  test("is everything again where someone has installed less since", () => {
    const less = state({ mark: mark("now", "everything"), found: filtered });
    expect(setsToInstall("everything", less)).toEqual(["everything"]);
    expect(setsToInstall("examples", less)).toContain("everything");
  });

  test("is nothing where the mark has everything, though pnpm writes its lockfile otherwise", () => {
    const here = state({ mark: mark("now", "everything"), found: { ...whole, lockfile: "now, otherwise" } });
    expect(setsToInstall("examples", here)).toEqual([]);
    expect(setsToInstall("everything", here)).toEqual([]);
  });
});

test("sets are installed without development tools, everything with them", () => {
  expect(argumentsFor(["examples", "demo"])).toEqual(
    expect.arrayContaining([
      "--prod",
      "--filter-prod=@saccade/examples...",
      "--filter-prod=@saccade/demo...",
    ]),
  );
  const all = argumentsFor(["demo", "everything"]).join(" ");
  expect(all).toContain("--frozen-lockfile");
  expect(all).not.toMatch(/--prod|--filter-prod/);
});

test("the pnpm that runs the script installs, as a program or a script of Node; elsewhere npx brings it", () => {
  const command = (path?: string) => pnpmCommand({ npm_execpath: path }, "pnpm@12.21.0", "/bin/node");
  expect(command("/cache/node_modules/pnpm/pnpm")).toEqual(["/cache/node_modules/pnpm/pnpm"]);
  expect(command("C:\\pnpm\\pnpm.exe")).toEqual(["C:\\pnpm\\pnpm.exe"]);
  expect(command("/lib/pnpm/bin/pnpm.cjs")).toEqual(["/bin/node", "/lib/pnpm/bin/pnpm.cjs"]);
  for (const other of [undefined, "/lib/node_modules/npm/bin/npm-cli.js", "/home/pnpm/npm/bin/npm-cli.js"])
    expect(command(other)).toEqual(["npx", "-y", "pnpm@12.21.0"]);
});
