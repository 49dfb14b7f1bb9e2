import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Example } from "./example.ts";
import type { Outcome } from "./outcome.ts";

/** The examples of a package. */
export interface Batch {
  /** The package's, in packages/. */
  readonly folder: string;
  readonly examples: readonly Example[];
}

/**
 * Runs the examples of packages: those of plot in a separate process, which has a page's globals, the others in one. The
 * outcomes are in the order of the batches.
 */
export async function runExamples(batches: readonly Batch[]): Promise<readonly (readonly Outcome[])[]> {
  const ofPage = ({ folder }: Batch): boolean => folder === "plot";
  const [page, others] = await Promise.all([
    runTogether(batches.filter(ofPage)),
    runTogether(batches.filter((batch) => !ofPage(batch))),
  ]);
  const [inPage, elsewhere] = [page.values(), others.values()];
  return batches.map((batch) => (ofPage(batch) ? inPage : elsewhere).next().value ?? []);
}

function runTogether(batches: readonly Batch[]): Promise<readonly (readonly Outcome[])[]> {
  if (batches.every(({ examples }) => examples.length === 0)) return Promise.resolve(batches.map(() => []));
  const program = fileURLToPath(new URL("run-examples.ts", import.meta.url));
  const args = ["--import", "tsx", "--conditions=@saccade/source", "--no-warnings", program];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stdin.end(JSON.stringify(batches));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      if (code === 0) return resolve(JSON.parse(output));
      const problems = [`the process of the examples ended with code ${code}`];
      resolve(batches.map(({ examples }) => examples.map(({ id }) => ({ id, problems, values: [] }))));
    });
  });
}
