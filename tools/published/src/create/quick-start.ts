import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { code, outputOf } from "../../../../apps/docs/scripts/outputs.ts";
import type { Packed } from "../pack.ts";
import { workspace } from "../packages.ts";
import { command, failure } from "./command.ts";

const programs = ["guide/quick-start/attend.ts", "guide/quick-start/train.ts", "node/quick-start/backend.ts"];

/** Follows the quick start, in the language of a page, literally in an empty folder. */
export async function followQuickStart(
  folder: string,
  page: string,
  packed: readonly Packed[],
): Promise<readonly string[]> {
  const text = await readFile(join(workspace, "apps/docs", page), "utf8");
  const [install = "", run = ""] = Array.from(text.matchAll(/^```sh\n(.*?)^```/gms), ([, lines]) =>
    lines!.trim(),
  );
  await mkdir(folder, { recursive: true });
  for (const line of install.split("\n")) {
    const problems = failure(await command(folder, "sh", "-c", withTarballs(line, packed)));
    if (problems.length > 0) return [line, ...problems];
  }
  const problems: string[] = [];
  for (const program of programs) {
    if (!text.includes(`<<< @/code/${program}\n`)) problems.push(`the page does not show ${program}`);
    const source = await readFile(join(code, program), "utf8");
    for (const [file, line] of [
      ["program.ts", run.replace("npx ", "npx --yes ")],
      ["program.js", "node program.js"],
    ] as const) {
      await writeFile(join(folder, file), source);
      const ended = await command(folder, "sh", "-c", line);
      problems.push(...failure(ended).map((problem) => `${program}, ${line}: ${problem}`));
      if (ended.stdout !== outputOf(program)) problems.push(`${program}, ${line}: it prints ${ended.stdout}`);
    }
  }
  return problems;
}

/** The same installation from the tarballs, because nobody has published the packages. */
function withTarballs(line: string, packed: readonly Packed[]): string {
  if (!line.startsWith("npm install ")) return line;
  const own = packed.filter(({ name }) => name === "saccade" || name.startsWith("@saccade/"));
  return `npm install --no-audit --no-fund --prefer-offline ${own.map(({ tarball }) => tarball).join(" ")}`;
}
