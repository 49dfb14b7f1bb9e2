import { tell } from "../tally.ts";
import type { Candidate } from "./candidate.ts";
import { fileProblems, importProblems, manifestProblems } from "./checks/files.ts";
import { attwProblems, publintProblems } from "./checks/lint.ts";
import { kB, sizeProblems, sizesOf } from "./checks/size.ts";

const checks = {
  "publint --strict": publintProblems,
  "attw, ES modules": attwProblems,
  "files and source maps": fileProblems,
  "package.json": manifestProblems,
  "imports only what package.json names": importProblems,
};

/** Runs every check on every package. */
export async function checkPackages(candidates: readonly Candidate[]): Promise<void> {
  for (const one of candidates) {
    for (const [name, problemsOf] of Object.entries(checks)) {
      tell(`${one.name}: ${name}`, await problemsOf(one));
    }
    for (const size of await sizesOf(one)) {
      tell(`${size.name}: ${kB(size.bytes)} kB`, sizeProblems(size));
    }
  }
}
