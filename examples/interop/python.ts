import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { UsageError } from "../usage.ts";

const HAS_TORCH = "import sys, importlib.util; sys.exit(importlib.util.find_spec('torch') is None)";

/** A Python with PyTorch, or why there is none. */
export type FoundPython = { readonly python: string } | { readonly missing: string };

/**
 * The first Python that has PyTorch: the one named, or that of SACCADE_PYTHON, or else python3 and /usr/bin/python3.
 *
 * @param named the value of --python, or null
 * @throws UsageError if the one that was named has no PyTorch.
 */
export function findPython(named: string | null): FoundPython {
  const given = named ?? process.env["SACCADE_PYTHON"] ?? null;
  const candidates = given === null ? ["python3", "/usr/bin/python3"] : [given];
  const python = candidates.find((name) => spawnSync(name, ["-c", HAS_TORCH]).status === 0);
  if (python !== undefined) return { python };
  if (named !== null) throw new UsageError(`--python ${named}: it does not start or has no module torch.`);
  return { missing: `no PyTorch in ${candidates.join(" or ")} (Debian: python3-torch)` };
}

/** Runs a program of this folder and returns what it prints. @throws Error with what it says on standard error. */
export function runPython(python: string, program: string, args: readonly string[]): Promise<string> {
  return new Promise((done, failed) => {
    execFile(python, ["-B", join(import.meta.dirname, program), ...args], (error, stdout, stderr) => {
      if (error === null) done(stdout.trim());
      else failed(new Error(stderr.trim() === "" ? error.message : stderr.trim()));
    });
  });
}
