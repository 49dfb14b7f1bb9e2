// The packages that a change can break: those with files that differ from a commit, committed or not, and all above them.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);

/**
 * Folders of packages, apps and tools to be tested after what changed since a commit, sorted; by turbo's graph.
 *
 * @param {string} commit
 * @param {string} workspace
 * @returns {string[]}
 */
export function foldersSince(commit, workspace = root) {
  const known = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`], {
    cwd: workspace,
  });
  if (known.status !== 0) throw new Error(`there is no commit ${commit}`);
  const listed = execFileSync(bin("turbo"), ["ls", `--filter=...[${commit}]`, "--output=json"], {
    cwd: workspace,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  });
  return JSON.parse(listed)
    .packages.items.map(({ path }) => path)
    .sort();
}

/**
 * The folders among them that the unit suite has tests of.
 *
 * @param {string[]} folders
 */
export function unitFolders(folders) {
  return folders.filter(
    (folder) => /^(packages|apps)\//.test(folder) && existsSync(join(root, folder, "test")),
  );
}
