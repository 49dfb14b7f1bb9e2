import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Editor } from "../src/types/hover.ts";

const programs = fileURLToPath(new URL("../programs", import.meta.url));
const packages = fileURLToPath(new URL("../../../packages", import.meta.url));
const editor = new Editor(programs, ["@saccade/source"]);
const entries = editor.exports();
/** The entries that the façade gathers, and itself. */
const main = [
  ...["attention", "autograd", "datasets", "kernels-wasm", "models", "nn", "tensor", "train"].map(
    (name) => `@saccade/${name}`,
  ),
  "saccade",
];

test("the lists of exports, values and types, change only on purpose", async () => {
  const lines = [...entries].map(([entry, exports]) => {
    const names = exports.map(({ name, isValue }) => (isValue ? name : `type ${name}`)).sort();
    return [`${entry} (${names.length})`, ...names.map((name) => `  ${name}`), ""].join("\n");
  });
  await expect(lines.join("\n")).toMatchFileSnapshot("exports.txt");
});

test("every entry of every package is in the lists", () => {
  const declared = readdirSync(packages).flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8"));
    const { name, exports, private: isUnpublished } = manifest;
    if (isUnpublished) return [];
    // An entry that is a source is for the apps of this repository.
    const own = Object.keys(exports).filter(
      (entry) => !entry.endsWith(".wasm") && !String(exports[entry]).startsWith("./src/"),
    );
    return own.map((entry) => join(name, entry));
  });
  expect([...entries.keys()].sort()).toEqual(declared.sort());
});

test("every export has documentation", () => {
  const undocumented = [...entries].flatMap(([entry, exports]) =>
    exports.filter(({ documentation }) => documentation === "").map(({ name }) => `${entry}: ${name}`),
  );
  expect(undocumented).toEqual([]);
});

test("a name means the same in every main entry", () => {
  const places = new Map<string, Set<string>>();
  for (const entry of main) {
    for (const { name, declaredIn } of entries.get(entry)!)
      places.set(name, (places.get(name) ?? new Set()).add(declaredIn));
  }
  const twice = [...places]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: ${[...files]}`);
  expect(twice).toEqual([]);
});

test("the façade exports what users use, and all of the main entries", () => {
  const names = (entry: string): string[] => entries.get(entry)!.map(({ name }) => name);
  const all = new Set(main.filter((entry) => entry !== "saccade").flatMap(names));
  expect(names("saccade").sort()).toEqual(
    [...all, "BestBackend", "BestBackendOptions", "GPUCandidate", "bestBackend"].sort(),
  );
  const forAuthors =
    /Op$|^(oneByOne|copyTask|reverseTask|sortTask|refusePromise|apply|applyInto|retain|release)$/;
  expect(names("saccade").filter((name) => forAuthors.test(name))).toEqual([]);
});

test("no two exports of an entry differ only in capital letters", () => {
  for (const [entry, exports] of entries) {
    const classes = exports.map(({ name }) => name).filter((name) => /^[A-Z]/.test(name));
    const lower = classes.map((name) => name.toLowerCase());
    expect(
      classes.filter((_, i) => lower.indexOf(lower[i]!) !== i),
      entry,
    ).toEqual([]);
  }
});

test("the good first tasks of CONTRIBUTING.md are still to be done", () => {
  const contributing = readFileSync(join(packages, "../CONTRIBUTING.md"), "utf8");
  const tasks = /## Good first tasks\n([\s\S]*?)\n## /.exec(contributing)?.[1] ?? "";
  // The first name in a task is what it adds.
  const names = Array.from(tasks.matchAll(/^- .*?`(\w+)`/gm), ([, name]) => name!);
  expect(names.length).toBeGreaterThanOrEqual(6);
  const exported = new Set([...entries.values()].flat().map(({ name }) => name));
  expect(names.filter((name) => exported.has(name))).toEqual([]);
});
