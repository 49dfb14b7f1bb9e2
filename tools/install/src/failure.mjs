/**
 * The message when pnpm fails: what could not be installed and why, the fix, and the end of pnpm's output.
 *
 * - `output`: what pnpm printed
 * - `proxy`: the proxy of the environment, or undefined
 * - `free`: megabytes left on the disk
 */
export function explain(output, { proxy, free }) {
  const text = unwrap(output);
  const words = text.slice(Math.max(0, text.lastIndexOf("Error:"))).trim();
  const fetched = /Failed to fetch (\S+?): ([^\n]*)/.exec(text);
  let [problem, cure] = [
    "pnpm could not install it.",
    "Its output below explains why; the next run tries again.",
  ];
  if (/No space left on device|os error 28\b|ENOSPC/.test(text)) {
    problem = `The disk is full: ${free} MB are left.`;
    cure = "Free some space; the next run continues from here.";
  } else if (fetched !== null) {
    const [, url, reason] = fetched;
    problem = `Could not download ${url}: ${reasonOf(reason, proxy)}`;
    cure = /tunnel error/.test(reason)
      ? "Check the proxy (HTTPS_PROXY, or proxy in .npmrc); the next run continues from here."
      : "Check the connection, and the proxy if there must be one (HTTPS_PROXY); the next run continues from here.";
  } else if (/returned HTTP (\d+) for (\S+)/.test(text)) {
    const [, status, url] = /returned HTTP (\d+) for (\S+)/.exec(text);
    problem = `Could not download ${url}: the registry answered with status ${status}.`;
    cure =
      "Check the registry (npm config get registry); npm config delete registry goes back to the public one.";
  } else if (/pnpm-lock\.yaml is not up\s+to date/.test(text)) {
    problem = "A package.json asks for other packages than pnpm-lock.yaml names.";
    cure = "If you changed it on purpose, run: npx -y pnpm@12.21.0 install --no-frozen-lockfile";
  }
  return `${problem}\n${cure}\n\n${words.replace(/^/gm, "  ")}`;
}

function reasonOf(reason, proxy) {
  const through = proxy === undefined ? "the proxy" : `the proxy ${withoutPassword(proxy)}`;
  if (/proxy authorization required/.test(reason)) return `${through} wants a name and a password.`;
  if (/tunnel error.*refused/.test(reason)) return `${through} refuses connections.`;
  if (/tunnel error/.test(reason)) return `${through} does not let it through.`;
  if (/dns error|name resolution/.test(reason)) return "its host is not found. Is this machine online?";
  if (/timed out/.test(reason))
    return `no answer in time${proxy === undefined ? "" : ` through ${through}`}.`;
  return `${reason.replace(/\)? — \d+$/, "")}.`;
}

function withoutPassword(address) {
  return address.replace(/\/\/[^/@]*@/, "//");
}

/** pnpm breaks the lines of its error, within words too. */
function unwrap(output) {
  return output.replace(/([-/])\n +│? {2,}/g, "$1").replace(/\n +│ {2,}/g, " ");
}

/** The proxy that pnpm goes through, as it reads it. */
export function proxyOf(env) {
  const names = ["pnpm_config_https_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
  return names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
}
