import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A folder of golden files, read through paths relative to it. */
export class Folder {
  readonly root: string;
  /** Every file, sorted; those in subfolders as "sub/name". */
  readonly files: readonly string[];
  readonly #claimed: Set<string> = new Set();

  constructor(root: string) {
    this.root = root;
    this.files = list(root, "").sort();
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  bytes(path: string): Uint8Array {
    return readFileSync(join(this.root, path));
  }

  has(path: string): boolean {
    return this.files.includes(path);
  }

  /** Notes that a record compares with this file, so that it is not reported as one that nobody looks at. */
  claim(path: string): void {
    this.#claimed.add(path);
  }

  isClaimed(path: string): boolean {
    return this.#claimed.has(path);
  }
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
