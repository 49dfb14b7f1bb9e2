import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Folder } from "./folder.ts";

/** The golden files below a path. */
export function openFolder(root: string): Folder {
  return new Folder(list(root, ""), (path) => readFileSync(join(root, path)));
}

/** Whether there is a folder at this path. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function list(root: string, below: string): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? list(root, path) : [path];
  });
}
