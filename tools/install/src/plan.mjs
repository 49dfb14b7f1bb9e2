/** The dependencies of scripts: the packages of pnpm's filters, without their development tools, or everything. */
export const sets = {
  examples: { title: "what the examples need", filters: ["saccade-workspace", "@saccade/examples..."] },
  demo: { title: "what the demo needs", filters: ["@saccade/demo..."] },
  everything: { title: "all packages and tools", filters: [] },
};

/**
 * The sets to install so that `wanted` is there and nothing that was there is lost; none if it is there.
 *
 * - `lockfile`: a hash of pnpm-lock.yaml
 * - `mark`: the `sets` that this tool installed last, and from which `lockfile`, or null
 * - `found`: what pnpm noted of its last install, by anyone, or null: from which `lockfile`; whether it was `whole`, of all
 *   packages with everything; whether it had `development` tools
 */
export function setsToInstall(wanted, { lockfile, mark, found }) {
  if (found === null) return [wanted];
  if (found.whole && found.lockfile === lockfile) return [];
  const marked = mark?.lockfile === lockfile ? mark.sets : [];
  // Someone else may have installed less since.
  if (marked.includes("everything") ? found.whole : marked.includes(wanted)) return [];
  // pnpm removes the tools of packages that it installs without them.
  if (wanted === "everything" || found.development) return ["everything"];
  return [...new Set([...(mark?.sets ?? []), wanted])];
}

/** The arguments of pnpm that install sets. */
export function argumentsFor(names) {
  const filters = names.flatMap((name) => sets[name].filters);
  const some = names.includes("everything")
    ? []
    : ["--prod", ...filters.map((one) => `--filter-prod=${one}`)];
  return ["install", "--frozen-lockfile", "--reporter=append-only", ...some, ...patience];
}

// pnpm tries three times, 10 s and a minute apart, and prints a line for each package.
const patience = [
  "--config.fetch-retries=2",
  "--config.fetch-retry-mintimeout=1000",
  "--config.fetch-retry-maxtimeout=5000",
  "--config.fetch-timeout=30000",
];

/** pnpm, as it runs this script (npm_execpath); by npx where another program does. */
export function pnpmCommand({ npm_execpath: path = "" }, packageManager, node) {
  if (!/pnpm[^/\\]*$/.test(path)) return ["npx", "-y", packageManager];
  return /\.[cm]?js$/.test(path) ? [node, path] : [path];
}
