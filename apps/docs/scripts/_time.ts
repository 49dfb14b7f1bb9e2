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
for (const file of files) { const a = process.cpuUsage(); const r = await run(file); const b = process.cpuUsage(a); console.log(((b.user+b.system)/1e6).toFixed(2), file, r.error ? "ERR "+r.error.slice(0,80) : ""); }

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
