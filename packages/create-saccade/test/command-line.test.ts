import { expect, test } from "vitest";
import { readCommandLine, withoutAsking } from "../src/command-line.ts";
import { nameProblem, nextSteps, similarName } from "../src/create-project.ts";

const line = (...args: string[]) => readCommandLine(args, "1.2.3");

test("a folder and a template are read in any order", () => {
  const wanted = { folder: "my-app", template: "node" };
  expect(line("my-app", "--template", "node")).toEqual(wanted);
  expect(line("--template=node", "my-app")).toEqual(wanted);
  expect(line("-t", "node", "my-app")).toEqual(wanted);
  expect(line()).toEqual({ folder: null, template: null });
});

test.each([
  [["--templat", "page"], "no option --templat; the options are --template, --version, --help"],
  [["--fast"], "no option --fast; the options are"],
  [["-x"], "no option -x"],
  [["--template", "pgae"], 'there is no template "pgae"; choose page or node'],
  [["--template", "react"], "choose page or node"],
  [["--template"], "--template takes one name"],
  [["-t", "page", "-t", "node"], "--template takes one name"],
  [["a", "b"], '"b" is one too many'],
])("%j is refused", (args, message) => {
  expect(() => line(...args)).toThrow(message);
});

test("without a terminal the message says what is missing", () => {
  expect(() => withoutAsking({ folder: "my-app", template: null })).toThrow(
    "give --template page or node, as in: npm create saccade my-app -- --template page",
  );
  expect(() => withoutAsking({ folder: null, template: null })).toThrow("a folder and --template");
});

test("names that npm refuses are refused, with a similar one that it takes", () => {
  const cases = { "": null, "My App": "my-app", ".hidden": "hidden", Été: "ete", fs: "fs-app", 注意: null };
  for (const [name, similar] of Object.entries(cases)) {
    expect(nameProblem(name), name).not.toBeNull();
    expect(similarName(name)).toBe(similar);
  }
  for (const name of ["my-app", "a", "x.y_z~1", "a".repeat(214)]) expect(nameProblem(name)).toBeNull();
  expect(nameProblem("a".repeat(215))).toContain("214");
});

test("the next steps are those of the package manager", () => {
  const project = { folder: `${process.cwd()}/some where`, name: "x", files: [] };
  expect(nextSteps(project, "node", "pnpm/12.21.0 npm/? node/v20")).toEqual([
    'cd "some where"',
    "pnpm install",
    "pnpm start",
  ]);
  expect(nextSteps({ ...project, folder: process.cwd() }, "page", "")).toEqual([
    "npm install",
    "npm run dev",
  ]);
});
