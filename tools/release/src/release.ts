// Checks that the packages can be published, and in the release workflow publishes them: pnpm release [--dry-run].
// The last line counts the checks.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishedPackages, workspace } from "@saccade/packed";
import { type Candidate, makeCandidates } from "./candidate.ts";
import { checkPackages } from "./check-packages.ts";
import { changelogProblems, changesetProblems, treeProblems, versionProblems } from "./checks/repository.ts";
import { dryRunProblems, publish } from "./release/publish.ts";
import { candidateTable } from "./release/table.ts";
import { type Arguments, readArguments, refusals, usage } from "./release/workflow.ts";
import { Tally } from "./tally.ts";

async function check(folder: string, tally: Tally): Promise<Candidate[]> {
  const packages = publishedPackages();
  tally.tell("the tree is clean", await treeProblems(workspace));
  tally.tell("no changeset is pending", changesetProblems(workspace));
  tally.tell("one version", versionProblems(workspace, packages));
  for (const one of packages) tally.tell(`${one.name}: changelog`, changelogProblems(one));
  const candidates = await makeCandidates(folder);
  await checkPackages(candidates, tally);
  for (const one of candidates) tally.tell(`${one.name}: npm publish --dry-run`, await dryRunProblems(one));
  console.log(`\n${candidateTable(candidates)}`);
  return candidates;
}

async function release({ dryRun }: Arguments): Promise<void> {
  const version = publishedPackages()[0]?.manifest.version ?? "";
  const reasons = dryRun ? [] : refusals(process.env, version);
  if (reasons.length > 0) throw new Error(`release: ${reasons.join("; ")}`);
  const tally = new Tally();
  const folder = await mkdtemp(join(tmpdir(), "saccade-release-"));
  try {
    const candidates = await check(folder, tally);
    if (!dryRun && tally.failed === 0) {
      for (const one of candidates) console.log(`${one.name} ${version}: ${await publish(one)}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  tally.end();
}

const args = process.argv.slice(2);
if (args.includes("--help")) console.log(usage);
else {
  await Promise.resolve()
    .then(() => release(readArguments(args)))
    .catch((error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
}
