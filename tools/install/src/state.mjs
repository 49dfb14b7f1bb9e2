import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const markIn = (root) => join(root, "node_modules/.saccade-install.json");

/** The installed sets of the workspace; see `setsToInstall`. */
export function readState(root) {
  const modules = join(root, "node_modules");
  // pnpm writes these two when it is done, the second last.
  const lockfile = hashOf(join(modules, ".pnpm/lock.yaml"));
  const noted = readJson(join(modules, ".pnpm-workspace-state-v1.json"));
  const { filteredInstall, settings } = noted ?? {};
  const development = settings?.dev !== false;
  const found = lockfile !== null &&
    noted !== null && { lockfile, whole: filteredInstall === false && development, development };
  return {
    lockfile: hashOf(join(root, "pnpm-lock.yaml")),
    mark: readJson(markIn(root)),
    found: found || null,
  };
}

export function writeMark(root, mark) {
  writeFileSync(markIn(root), JSON.stringify(mark));
}

function hashOf(path) {
  const text = read(path);
  // Git may check files out with other line ends.
  return text && createHash("sha256").update(text.replaceAll("\r", "")).digest("hex");
}

function readJson(path) {
  try {
    return JSON.parse(read(path) ?? "null");
  } catch {
    return null;
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return null;
  }
}
