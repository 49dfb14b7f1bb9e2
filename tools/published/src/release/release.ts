// Checks that the packages can be published, and in the release workflow publishes them: pnpm release [--dry-run].
// The last line counts the checks.
import { publishedPackages, workspace } from "../packages.ts";
import { checkIn, count, tell } from "../tally.ts";
import { type Candidate, makeCandidates } from "./candidate.ts";
import { checkPackages } from "./check-packages.ts";
import { changelogProblems, changesetProblems, treeProblems, versionProblems } from "./checks/repository.ts";
import { dryRunProblems, publish } from "./release/publish.ts";
import { candidateTable } from "./release/table.ts";
import { type Arguments, readArguments, refusals, usage } from "./release/workflow.ts";

async function check(folder: string): Promise<Candidate[]> {
  const packages = publishedPackages();
  tell("the tree is clean", await treeProblems(workspace));
  tell("no changeset is pending", changesetProblems(workspace));
  tell("one version", versionProblems(workspace, packages));
  for (const one of packages) tell(`${one.name}: changelog`, changelogProblems(one));
  const candidates = await makeCandidates(folder);
  await checkPackages(candidates);
  for (const one of candidates) tell(`${one.name}: npm publish --dry-run`, await dryRunProblems(one));
  console.log(`\n${candidateTable(candidates)}`);
  return candidates;
}

async function release({ dryRun }: Arguments): Promise<void> {
  const version = publishedPackages()[0]?.manifest.version ?? "";
  const reasons = dryRun ? [] : refusals(process.env, version);
  if (reasons.length > 0) throw new Error(`release: ${reasons.join("; ")}`);
  await checkIn("release", async (folder) => {
    const candidates = await check(folder);
    if (dryRun || count.failed > 0) return;
    for (const one of candidates) console.log(`${one.name} ${version}: ${await publish(one)}`);
  });
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
