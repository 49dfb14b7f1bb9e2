import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Level } from "./trial.ts";
import { dependents, filesIn } from "./workspace.ts";

const common = new Set(["", "src", "test", "ts", "index", "ops"]);
const words = (path: string): string[] => path.split(/[^a-z0-9]+/i).filter((word) => !common.has(word));

function vitest(name: string, paths: readonly string[]): Level {
  return { name, run: ["vitest", "run", "--bail=1", "--reporter=dot", ...paths].join(" ") };
}

const golden: Level = {
  name: "golden",
  run: "node --import tsx --conditions=@saccade/source tools/golden/src/main.ts --backend reference",
};

function docstrings(name: string): Level {
  const program = "node --import tsx --conditions=@saccade/source tools/reference/src/main.ts";
  return { name: "docstrings", run: `${program} --check --package ${name}` };
}

/**
 * The levels for a source of a package, cheapest first: the package's tests whose path shares a word with the source's
 * path, all of its tests, the golden cases on the reference backend, the examples of its docstrings, and the tests of the
 * packages that depend on it (if quick, of one of them).
 */
export function stagesOf(root: string, name: string, source: string, quick: boolean): Level[] {
  const tests = join(root, "packages", name, "test");
  const inSource = new Set(words(relative(join(root, "packages", name), source)));
  const near = existsSync(tests)
    ? filesIn(tests).filter(
        (path) =>
          path.endsWith(".test.ts") && words(relative(tests, path)).some((word) => inSource.has(word)),
      )
    : [];
  const packages = [name, ...dependents(root, name).slice(0, quick ? 1 : undefined)];
  const [own, ...above] = packages.map((one) => vitest(one, [`packages/${one}/`]));
  const nearest = vitest(
    "near tests",
    near.map((path) => relative(root, path)),
  );
  const first = near.length > 0 ? [nearest] : [];
  return [...first, ...(own === undefined ? [] : [own]), golden, docstrings(name), ...above];
}
