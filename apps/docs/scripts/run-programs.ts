// Runs the programs that it is given, one after the other, and sends what each printed to the parent process.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { manualSeed, referenceBackend, setBackend } from "@saccade/tensor";

export interface Ran {
  readonly file: string;
  readonly output: string;
  readonly error: string | null;
}

const [scratch = ".", folder = "", ...files] = process.argv.slice(2);
process.chdir(scratch); // what programs write
for (const file of files) process.send?.(await run(file));

async function run(file: string): Promise<Ran> {
  let output = "";
  const { log, warn, error } = console;
  const capture = (...values: unknown[]): void => {
    output += `${format(...values)}\n`;
  };
  Object.assign(console, { log: capture, warn: capture, error: capture });
  setBackend(referenceBackend());
  manualSeed(0);
  try {
    await import(pathToFileURL(join(folder, file)).href);
    return { file, output, error: null };
  } catch (problem) {
    return {
      file,
      output,
      error: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem),
    };
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
