/** The variables of a run that a decision to publish depends on. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Why this is not the place to publish `version`: only the release workflow may, from its tag and with provenance. */
export function refusals(env: Environment, version: string): string[] {
  const tag = `refs/tags/v${version}`;
  const inWorkflow = env["GITHUB_ACTIONS"] === "true" && env["GITHUB_WORKFLOW"] === "Release";
  if (!inWorkflow)
    return ["only the Release workflow publishes; run pnpm release --dry-run to check everything before it"];
  const reasons: string[] = [];
  if (env["GITHUB_REF"] !== tag) reasons.push(`the workflow runs for ${env["GITHUB_REF"]}, not for ${tag}`);
  if (env["NPM_CONFIG_PROVENANCE"] !== "true") reasons.push("NPM_CONFIG_PROVENANCE is not true");
  if (!env["ACTIONS_ID_TOKEN_REQUEST_URL"]) reasons.push("the job has no permission id-token: write");
  return reasons;
}

/** The arguments of `pnpm release`. */
export interface Arguments {
  readonly dryRun: boolean;
}

export const usage = `pnpm release [--dry-run]

Checks that the packages can be published: a clean tree, versions and changelogs, no pending changesets, publint, attw,
files, imports, sizes, and npm publish --dry-run of each tarball, dependencies first. With --dry-run that is all.
Without it, in the Release workflow only, publishes what the registry does not have yet.`;

/** @throws Error naming an argument that is not known. */
export function readArguments(args: readonly string[]): Arguments {
  const unknown = args.find((arg) => arg !== "--dry-run");
  if (unknown !== undefined) throw new Error(`release: no argument ${unknown}; the only one is --dry-run`);
  return { dryRun: args.includes("--dry-run") };
}
