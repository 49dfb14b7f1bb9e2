// Checks every package as it is published: publint, attw, files, imports, sizes. pnpm test:packages; the last line counts.
import { checkIn } from "../tally.ts";
import { makeCandidates } from "./candidate.ts";
import { checkPackages } from "./check-packages.ts";

await checkIn("packages", async (folder) => checkPackages(await makeCandidates(folder)));
