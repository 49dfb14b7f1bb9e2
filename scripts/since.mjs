// The packages that a change can break: those with files that differ from a commit, committed or not, and all above them.
//   node scripts/since.mjs COMMIT   runs their unit tests
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);

/**
 * Folders of packages, apps and tools whose tests must run after what changed since a commit, sorted.
 *
 * @throws where git does not know the commit
 */
export function foldersSince(commit) {
  execFileSync("git", ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`], {
    cwd: root,
    stdio: "ignore",
  });
  const args = ["ls", `--filter=...[${commit}]`, "--output=json"];
  const listed = execFileSync(bin("turbo"), args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  });
  return JSON.parse(listed)
    .packages.items.map(({ path }) => path)
    .sort();
}

/** Those that the unit suite has tests of. */
export function unitFolders(folders) {
  return folders.filter(
    (folder) => /^(packages|apps)\//.test(folder) && existsSync(join(root, folder, "test")),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const commit = process.argv[2] ?? "HEAD";
  const folders = unitFolders(foldersSince(commit));
  console.log(`since ${commit}: ${folders.join(", ") || "nothing that unit tests cover"}`);
  const paths = folders.map((folder) => `${folder}/`);
  if (folders.length > 0)
    process.exitCode =
      spawnSync(bin("vitest"), ["run", ...paths], { cwd: root, stdio: "inherit" }).status ?? 1;
}
