import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { dependents, filesIn } from "./workspace.ts";

/** A command that fails when it catches a mutant. */
export interface Stage {
  readonly name: string;
  readonly args: readonly string[];
}

const common = new Set(["", "src", "test", "ts", "index", "ops"]);
const words = (path: string): string[] => path.split(/[^a-z0-9]+/i).filter((word) => !common.has(word));

function vitest(name: string, paths: readonly string[]): Stage {
  return { name, args: ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--reporter=dot", ...paths] };
}

const golden: Stage = {
  name: "golden",
  args: [
    "--import",
    "tsx",
    "--conditions=@saccade/source",
    "tools/golden/src/main.ts",
    "--backend",
    "reference",
  ],
};

export function packageStage(name: string): Stage {
  return vitest(name, [`packages/${name}/`]);
}

/**
 * The stages for a source of a package, cheapest first: the package's tests whose path shares a word with the source's
 * path, all of its tests, the golden cases on the reference backend, and the tests of the packages that depend on it (if
 * quick, of one of them).
 */
export function stagesOf(root: string, name: string, source: string, quick: boolean): Stage[] {
  const tests = join(root, "packages", name, "test");
  const inSource = new Set(words(relative(join(root, "packages", name), source)));
  const near = existsSync(tests)
    ? filesIn(tests).filter(
        (path) =>
          path.endsWith(".test.ts") && words(relative(tests, path)).some((word) => inSource.has(word)),
      )
    : [];
  return [
    ...(near.length > 0
      ? [
          vitest(
            "near tests",
            near.map((path) => relative(root, path)),
          ),
        ]
      : []),
    packageStage(name),
    golden,
    ...dependents(root, name)
      .slice(0, quick ? 1 : undefined)
      .map(packageStage),
  ];
}

export type Verdict = "passed" | "failed" | "timeout";

/** Runs a stage in a process group of its own, which is killed after `seconds`, or when `signal` aborts. */
export function runStage(root: string, stage: Stage, seconds: number, signal: AbortSignal): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const env = { ...process.env, NO_COLOR: "1", CI: "1" };
    const child = spawn(process.execPath, stage.args, { cwd: root, env, stdio: "ignore", detached: true });
    let verdict: Verdict | undefined;
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(() => {
      verdict = "timeout";
      kill();
    }, seconds * 1000);
    signal.addEventListener("abort", kill, { once: true });
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      if (signal.aborted) reject(signal.reason);
      else resolve(verdict ?? (code === 0 ? "passed" : "failed"));
    });
  });
}
