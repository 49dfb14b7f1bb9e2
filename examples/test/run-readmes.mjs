// Runs the programs that it is given, one after the other, each as if it were the first, and sends what each printed to the
// parent process. It is JavaScript, so that it runs the built packages without tsx.
import process from "node:process";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { manualSeed, referenceBackend, setBackend } from "@saccade/tensor";

for (const file of process.argv.slice(2)) process.send(await run(file));
process.disconnect();

async function run(file) {
  let output = "";
  const { log, warn, error } = console;
  const capture = (...values) => {
    output += `${format(...values)}\n`;
  };
  Object.assign(console, { log: capture, warn: capture, error: capture });
  setBackend(referenceBackend());
  manualSeed(0);
  try {
    await import(pathToFileURL(file).href);
    return { file, output, error: null };
  } catch (problem) {
    return { file, output, error: problem instanceof Error ? problem.stack : String(problem) };
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
