import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Candidate } from "../candidate.ts";
import { entriesOf } from "../entries.ts";

/** The messages of publint about a tarball; suggestions count. */
export async function publintProblems({ tarball }: Candidate): Promise<string[]> {
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** The problems that "Are the types wrong?" finds in a tarball's entries, for ES modules that import them. */
export async function attwProblems({ tarball, manifest }: Candidate): Promise<string[]> {
  const entrypoints = entriesOf(manifest).map(({ path }) => path);
  if (entrypoints.length === 0) return [];
  const data = new Uint8Array(await readFile(tarball));
  const analysis = await checkPackage(createPackageFromTarballData(data), { entrypoints });
  if (analysis.types === false) return ["it has no types"];
  return analysis.problems
    .filter((problem) => !("resolutionKind" in problem && /^node(10|16-cjs)$/.test(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem));
}
