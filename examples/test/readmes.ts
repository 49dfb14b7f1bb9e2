import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const root: string = resolve(import.meta.dirname, "../..");

export interface Readme {
  /** From the root, such as "packages/nn/README.md". */
  readonly path: string;
  readonly text: string;
  /** The packages that it says to install, without versions, in the order in which it names them. */
  readonly installs: readonly string[];
  readonly programs: readonly Program[];
}

export interface Program {
  readonly code: string;
  /** The text that the README shows after the program as what it prints, or null. */
  readonly prints: string | null;
}

/** Every README of the repository. */
export function readmes(): Readme[] {
  const files = execFileSync("git", ["ls-files", "--", "README.md", "*/README.md"], { cwd: root });
  return files.toString().trim().split("\n").map(readmeOf);
}

function readmeOf(path: string): Readme {
  const text = readFileSync(join(root, path), "utf8");
  const installs = Array.from(text.matchAll(/npm install ([^`#\n]+)/g), ([, names]) =>
    names!
      .trim()
      .replaceAll(/\b@\d\S*/g, "")
      .split(/ +/),
  ).flat();
  const blocks = text.matchAll(/^ *```(?:js|ts)\n(.*?)^ *```\n(?:\n```text\n(.*?)^```)?/gms);
  const programs = Array.from(blocks, ([, code, prints]) => ({ code: code!, prints: prints ?? null }));
  return { path, text, installs, programs };
}

/** The values that a program's comments promise of its `console.log`s; "…" in one stands for anything. */
export function promised(code: string): string[] {
  return Array.from(code.matchAll(/^ *console\.log\(.*\); \/\/ (.+)$/gm), ([, text]) => text!);
}

/** Where an installed package lies: in the workspace, or where the README's package has it. */
export function folderOf(name: string, readme: Readme): string {
  const own = join(root, "packages", name.replace(/^@saccade\//, ""));
  if (existsSync(own)) return own;
  return join(root, dirname(readme.path), "node_modules", name);
}
