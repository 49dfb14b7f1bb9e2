// Checks every package as it is published: publint, attw, files, imports, sizes. pnpm test:packages; the last line counts.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCandidates } from "./candidate.ts";
import { checkPackages } from "./check-packages.ts";
import { Tally } from "./tally.ts";

const folder: string = await mkdtemp(join(tmpdir(), "saccade-packages-"));
const tally: Tally = new Tally();
try {
  await checkPackages(await makeCandidates(folder), tally);
} finally {
  await rm(folder, { recursive: true, force: true });
}
tally.end();
