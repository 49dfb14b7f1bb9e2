// Packs every package, installs each tarball alone in an empty project, and trains a step with it in every host:
// pnpm test:smoke; the last line counts.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { executablePath, inBrowser } from "../browser.ts";
import { type Packed, packAll } from "../pack.ts";
import { checkIn, skip, tell } from "../tally.ts";
import { importMap } from "./import-map.ts";
import { bundle, writePage } from "./project.ts";
import { serve } from "./server.ts";
import { atOnce } from "./smoke/at-once.ts";
import { problemsOf } from "./smoke/check.ts";
import { type Program, programs } from "./smoke/programs.ts";
import { importsOf, makeProject } from "./smoke/project.ts";
import { type Runtime, runtimes } from "./smoke/runtimes.ts";

const run = promisify(execFile);
const bundlers = ["vite", "webpack", "esbuild"] as const;

/** A program in its project. */
interface Installed extends Program {
  readonly folder: string;
  readonly wanted: object;
}

async function install(folder: string, packed: readonly Packed[]): Promise<Installed[]> {
  const installed = await atOnce(programs, async (program) => {
    const project = join(folder, program.name);
    const problems = await makeProject(project, program, packed).catch((error) => [String(error)]);
    tell(`${program.name}: ${program.package} installs alone`, problems);
    return { ...program, folder: project, wanted: await program.expected() };
  });
  const tested = new Set(programs.map((program) => program.package));
  const untested = packed.filter(({ name }) => !tested.has(name)).map(({ name }) => `${name} has no program`);
  tell("every package has a program", untested);
  return installed;
}

async function inRuntimes(installed: readonly Installed[]): Promise<void> {
  const jobs = (await runtimes()).flatMap((runtime) => {
    if ("missing" in runtime.command) skip(runtime.name, runtime.command.missing);
    return installed
      .filter(({ hosts }) => hosts.includes("runtime"))
      .map((program) => ({ program, runtime }));
  });
  await atOnce(jobs, ({ program, runtime }) => inRuntime(program, runtime));
}

async function inRuntime(
  { name, folder, wanted }: Installed,
  { name: runtime, command }: Runtime,
): Promise<void> {
  if ("missing" in command) return;
  const [file, ...args] = command;
  const result = await run(file, [...args, "runtime.js"], { cwd: folder, timeout: 120_000 }).then(
    ({ stdout }): object => JSON.parse(stdout),
    (error) => ({ error: String(error) }),
  );
  tell(`${name} in ${runtime}`, problemsOf(result, wanted));
}

/** Pages by title: what the bundlers made, and the modules as they are behind an import map. */
async function makePages(
  installed: readonly Installed[],
): Promise<{ program: Installed; host: string; page: string }[]> {
  const jobs = installed.flatMap((program) => [
    ...(program.hosts.includes("bundle") ? bundlers.map((host) => ({ program, host })) : []),
    ...(program.hosts.includes("plain") ? [{ program, host: "plain ES modules" as const }] : []),
  ]);
  for (const { name, skip: reasons = {} } of installed) {
    for (const [kind, reason] of Object.entries(reasons)) skip(`${name} in a ${kind} page`, reason);
  }
  const pages = await atOnce(jobs, async ({ program, host }) => {
    const { name, folder } = program;
    if (host === "plain ES modules") {
      const map = await importMap(join(folder, "node_modules"), importsOf(program), "./node_modules");
      await writePage(folder, "plain", "./page.js", map);
      return [{ program, host, page: `${name}/plain` }];
    }
    const problem = await bundle(host, folder, ["page"]).then(
      () => null,
      (error) => String(error),
    );
    if (problem !== null) tell(`${name} bundled by ${host}`, [problem]);
    return problem === null ? [{ program, host, page: `${name}/${host}/page` }] : [];
  });
  return pages.flat();
}

async function inPages(folder: string, installed: readonly Installed[]): Promise<void> {
  const pages = await makePages(installed);
  if (!existsSync(executablePath)) {
    skip("pages", `no Chromium at ${executablePath}; install it, or set CHROMIUM`);
    return;
  }
  const server = await serve(folder);
  await inBrowser<object>(async (open) => {
    await atOnce(pages, async ({ program, host, page }) => {
      const result = await open(`${server.origin}/plain/${page}.html`);
      tell(`${program.name} in a page, ${host}`, problemsOf(result, program.wanted));
    });
  }).finally(() => server.close());
}

await checkIn("smoke", async (folder) => {
  const installed = await install(folder, await packAll(join(folder, "tarballs")));
  await inRuntimes(installed);
  await inPages(folder, installed);
});
