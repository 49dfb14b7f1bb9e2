import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { code, outputOf } from "./outputs.ts";

/** The interpreter: the environment's PYTHON names it. */
export const python: string = process.env["PYTHON"] ?? "python3";

/** Every Python file, as a path in code/. */
export const pythonFiles: readonly string[] = readdirSync(code, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".py"))
  .sort();

/** The PyTorch counterparts of our programs. Those in node/ need other people's files. */
export const pythonPrograms: readonly string[] = pythonFiles.filter((file) => !file.startsWith("node/"));

// One process, as PyTorch takes seconds to start.
const runner = `
import contextlib, io, json, runpy, sys, warnings
import torch
warnings.simplefilter("ignore")
for file in sys.argv[1:]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(file, run_name="__main__")
    torch.set_printoptions(profile="default")
    print(json.dumps([file, said.getvalue()]))
`;

/** The output of each program; null without PyTorch. */
export function runPython(programs: readonly string[]): ReadonlyMap<string, string> | null {
  if (spawnSync(python, ["-c", "import torch"]).status !== 0) return null;
  const args = ["-c", runner, ...programs.map((program) => join(code, program))];
  const { status, stdout, stderr } = spawnSync(python, args, { cwd: tmpdir(), encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const printed = stdout
    .trim()
    .split("\n")
    .map((line): [string, string] => JSON.parse(line));
  return new Map(printed.map(([file, output]) => [file.slice(code.length), output]));
}

/** The numbers in a text. */
const numbers = (text: string): readonly number[] =>
  Array.from(text.matchAll(/-?\d+\.?\d*(?:e[-+]?\d+)?/g), ([number]) => Number(number));

/** Whether a program for PyTorch prints our numbers: then the page shows one output for both. */
export const printsOurs = (program: string, output: string): boolean => {
  const ours = outputOf(program.replace(/\.py$/, ".ts"));
  return ours !== undefined && String(numbers(output)) === String(numbers(ours));
};
