import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { code, outputOf } from "../../../../apps/docs/scripts/outputs.ts";
import type { Packed } from "../pack.ts";
import { workspace } from "../packages.ts";
import { command, failure } from "./command.ts";

const [page, chinese] = ["guide/quick-start.md", "zh/guide/quick-start.md"];
const programs = ["guide/quick-start/attend.ts", "guide/quick-start/train.ts", "node/quick-start/backend.ts"];

/** The commands of the quick start in a language, and the programs that it shows. */
async function read(name: string): Promise<{ commands: readonly string[]; shown: readonly string[] }> {
  const text = await readFile(join(workspace, "apps/docs", name), "utf8");
  const all = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found]) => found!.trim());
  return { commands: all(/^```sh\n(.*?)^```/gms), shown: all(/^<<< @\/code\/(\S+\.ts)$/gm) };
}

/** The differences of the Chinese quick start: its commands and programs are the same. */
export async function translationProblems(): Promise<readonly string[]> {
  const [own, other] = [await read(page), await read(chinese)];
  return JSON.stringify(own) === JSON.stringify(other)
    ? []
    : [`${chinese} has ${JSON.stringify(other)}, ${page} ${JSON.stringify(own)}`];
}

/** Follows the quick start literally in an empty folder: the first program by tsx, as JavaScript all of them. */
export async function followQuickStart(
  folder: string,
  packed: readonly Packed[],
): Promise<readonly string[]> {
  const { commands, shown } = await read(page);
  const [install = "", run = ""] = commands;
  await mkdir(folder, { recursive: true });
  for (const line of install.split("\n")) {
    const problems = failure(await command(folder, "sh", "-c", withTarballs(line, packed)));
    if (problems.length > 0) return [line, ...problems];
  }
  const problems: string[] = [];
  for (const [i, program] of programs.entries()) {
    if (!shown.includes(program)) problems.push(`the page does not show ${program}`);
    const source = await readFile(join(code, program), "utf8");
    const ways = [
      ["program.ts", run.replace("npx ", "npx --yes ")],
      ["program.js", "node program.js"],
    ] as const;
    for (const [file, line] of i === 0 ? ways : ways.slice(1)) {
      await writeFile(join(folder, file), source);
      const ended = await command(folder, "sh", "-c", line);
      problems.push(...failure(ended).map((problem) => `${program}, ${line}: ${problem}`));
      if (ended.stdout !== outputOf(program)) problems.push(`${program}, ${line}: it prints ${ended.stdout}`);
    }
  }
  return problems;
}

/** The same installation from the tarballs, because the packages are not published. */
function withTarballs(line: string, packed: readonly Packed[]): string {
  if (!line.startsWith("npm install ")) return line;
  const own = packed.filter(({ name }) => name === "saccade" || name.startsWith("@saccade/"));
  return `npm install --no-audit --no-fund --prefer-offline ${own.map(({ tarball }) => tarball).join(" ")}`;
}
