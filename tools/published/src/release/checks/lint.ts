import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Candidate } from "../candidate.ts";
import { entriesOf } from "../entries.ts";

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const attw: string = join(dirname(resolve("@arethetypeswrong/cli/package.json")), "dist/index.js");

/** The messages of publint about a tarball; suggestions count. */
export async function publintProblems({ tarball }: Candidate): Promise<string[]> {
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** The messages of attw about the types of a tarball's entries, for importers that are ES modules. */
export async function attwProblems({ tarball, manifest }: Candidate): Promise<string[]> {
  const entries = entriesOf(manifest).map(({ path }) => path);
  if (entries.length === 0) return [];
  const options = ["--profile", "esm-only", "--format", "ascii", "--no-color", "--no-emoji"];
  return run(process.execPath, [attw, tarball, ...options, "--entrypoints", ...entries]).then(
    () => [],
    (error) => [String(error.stdout || error)],
  );
}
