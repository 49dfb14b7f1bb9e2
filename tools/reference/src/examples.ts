import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Example } from "./example.ts";
import type { Outcome } from "./outcome.ts";

/** Runs the examples of a package in a process of their own. */
export function runExamples(folder: string, examples: readonly Example[]): Promise<readonly Outcome[]> {
  if (examples.length === 0) return Promise.resolve([]);
  const program = fileURLToPath(new URL("run-examples.ts", import.meta.url));
  const args = ["--import", "tsx", "--conditions=@saccade/source", "--no-warnings", program];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stdin.end(JSON.stringify({ folder, examples }));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      if (code === 0) return resolve(JSON.parse(output) as Outcome[]);
      const problems = [`the examples of packages/${folder} ended with code ${code}`];
      resolve(examples.map(({ id }) => ({ id, problems, values: [] })));
    });
  });
}
