import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { atOnce } from "../../at-once.ts";
import type { Published } from "../../browser.ts";
import type { Packed } from "../../pack.ts";
import { skip, tell } from "../../tally.ts";
import { bundle } from "../project.ts";
import type { Runtime } from "../runtimes.ts";
import { problemsOf } from "./check.ts";
import { type Group, install, writePages } from "./group.ts";
import { type HostKind, type Program, programs } from "./programs.ts";

const run = promisify(execFile);
export const bundlers = ["vite", "webpack", "esbuild"] as const;

/** Results by program. */
type Results = Readonly<Record<string, object>>;

const wanted = new Map<string, object>();

/** Installs the programs: all in one group, or each in a separate one. */
export async function makeGroups(
  folder: string,
  packed: readonly Packed[],
  alone: boolean,
): Promise<readonly Group[]> {
  // The figures are elements of pages: packages/figures/test/outside.long.test.ts opens them.
  const tested = new Set([...programs.map((program) => program.package), "@saccade/figures"]);
  const untested = packed.filter(({ name }) => !tested.has(name)).map(({ name }) => `${name} has no program`);
  tell("every package has a program", untested);
  // One after the other, as they share the backend of this process.
  for (const program of programs) wanted.set(program.name, await program.expected());
  const groups: readonly Group[] = alone
    ? programs.map((program) => ({
        name: program.name,
        folder: join(folder, "alone", program.name),
        programs: [program],
      }))
    : [{ name: "packages", folder: join(folder, "packages"), programs }];
  await atOnce(groups, async (group) => {
    const problems = await install(group, packed).catch((error) => [String(error)]);
    tell(`${group.name}: npm installs what is named and nothing else`, problems);
    await writePages(group);
  });
  return groups;
}

/** Each program in a separate process, in the Node that runs this, which notes the files that it loads. */
export async function inProcesses(groups: readonly Group[]): Promise<void> {
  const jobs = groups.flatMap((group) => of(group, "runtime").map((program) => ({ group, program })));
  await atOnce(jobs, async ({ group, program }) => {
    const coverage = join(group.folder, "coverage", program.name);
    const results = await resultsIn(group, [process.execPath], [program], { NODE_V8_COVERAGE: coverage });
    judge(results, [program], "a separate process");
    const files = await ownFiles(coverage);
    const tooMany = files > mostFiles ? [`more than ${mostFiles}`] : [];
    tell(`${program.name} loads ${files} files of ours`, files === 0 ? ["none was noted"] : tooMany);
  });
}

/** Node opens, reads and compiles each: file by file, saccade has 700. */
const mostFiles = 60;

/** How many files of the packages the coverage names. */
async function ownFiles(coverage: string): Promise<number> {
  const urls = new Set<string>();
  for (const file of await readdir(coverage).catch(() => [])) {
    const { result }: { result: { url: string }[] } = JSON.parse(
      await readFile(join(coverage, file), "utf8"),
    );
    for (const { url } of result) if (/saccade\/([\w-]+\/)?dist\//.test(url)) urls.add(url);
  }
  return urls.size;
}

/** The programs of each group in one process of each runtime. */
export async function inRuntimes(groups: readonly Group[], hosts: readonly Runtime[]): Promise<void> {
  const jobs = groups.flatMap((group) => hosts.map((host) => ({ group, host })));
  await atOnce(jobs, async ({ group, host: { name, command } }) => {
    if ("missing" in command) return;
    const there = of(group, "runtime");
    if (there.length > 0) judge(await resultsIn(group, command, there), there, name);
  });
}

async function resultsIn(
  { folder }: Group,
  [file, ...args]: readonly [string, ...string[]],
  list: readonly Program[],
  env: Readonly<Record<string, string>> = {},
): Promise<Published<Results>> {
  const names = list.map(({ name }) => name);
  return run(file, [...args, "run.js", ...names], {
    cwd: folder,
    env: { ...process.env, ...env },
    timeout: 120_000,
  }).then(
    ({ stdout }): Results => JSON.parse(stdout),
    (error) => ({ error: String(error) }),
  );
}

/** Bundles the page of each group. The kernels' pages are minified by webpack in any case, these as `minified` says. */
export async function bundleGroups(groups: readonly Group[], minified: boolean): Promise<void> {
  const jobs = groups.flatMap((group) => bundlers.map((host) => ({ group, host })));
  await atOnce(jobs, async ({ group, host }) => {
    if (of(group, "bundle").length === 0) return;
    const options = host === "webpack" && !minified ? ["--unminified"] : [];
    await bundle(host, group.folder, ["bundle"], options).catch((error) =>
      tell(`${group.name} bundled by ${host}`, [String(error)]),
    );
  });
}

/** Opens the pages of each group: those of the bundlers, and the unbundled modules with an import map. */

export async function inPages(
  groups: readonly Group[],
  open: (path: string) => Promise<Published<Results>>,
): Promise<void> {
  for (const { name, skip: reasons = {} } of programs) {
    for (const [kind, reason] of Object.entries(reasons)) skip(`${name} in a ${kind} page`, reason);
  }
  for (const group of groups) {
    const path = group.name === "packages" ? "packages" : `alone/${group.name}`;
    for (const host of [...bundlers, "plain ES modules"]) {
      const kind = host === "plain ES modules" ? "plain" : "bundle";
      const list = of(group, kind);
      if (list.length === 0) continue;
      const page = kind === "plain" ? "plain" : `${host}/bundle`;
      judge(await open(`${path}/${page}.html`), list, `a page, ${host}`);
    }
  }
}

function of({ programs }: Group, kind: HostKind): readonly Program[] {
  return programs.filter(({ hosts }) => hosts.includes(kind));
}

function judge(results: Published<Results>, list: readonly Program[], host: string): void {
  for (const { name } of list) {
    const result: object =
      "error" in results ? { error: results.error } : (results[name] ?? { error: "no result" });
    tell(`${name} in ${host}`, problemsOf(result, wanted.get(name) ?? {}));
  }
}
