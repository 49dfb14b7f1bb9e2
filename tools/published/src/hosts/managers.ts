import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import type { Packed } from "../pack.ts";
import { check, skip } from "../tally.ts";
import { problemsOf } from "./packages/check.ts";
import { manifest } from "./packages/group.ts";
import { main } from "./packages/programs/saccade.ts";
import { installRuntime } from "./runtimes.ts";
import { saccadeProgram } from "./saccade-program.ts";

const run = promisify(execFile);

const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

/** A package manager: its settings for a project, its installation, and how it runs a program of the project. */
interface Manager {
  readonly name: string;
  readonly settings?: readonly [file: string, content: object];
  readonly install: readonly [string, ...string[]];
  readonly node: readonly [string, ...string[]];
}

/**
 * Installs `saccade` with npm, with pnpm without hoisting, and with Yarn's Plug'n'Play, into folders whose paths have spaces, and
 * trains there on two threads: in a process, and in a Worker of it.
 */
export async function inManagers(folder: string, packed: readonly Packed[]): Promise<void> {
  const files = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const managers: readonly Manager[] = [
    { name: "npm", install: ["npm", "install", ...quiet], node: [process.execPath] },
    {
      name: "pnpm without hoisting",
      settings: ["pnpm-workspace.yaml", { hoist: false, overrides: files }],
      install: ["pnpm", "install", "--prefer-offline"],
      node: [process.execPath],
    },
    ...(await yarn()),
  ];
  const expected = { ...(await main()), threads: 2 };
  for (const manager of managers) {
    const own = join(folder, `a path with spaces, of ${manager.name}`);
    await check(`${manager.name}: installs`, () => install(own, manager, packed));
    for (const program of ["program.js", "worker.js"])
      await check(`${manager.name}: trains by ${program}, in a path with spaces`, async () => {
        const [file, ...args] = manager.node;
        const { stdout } = await run(file, [...args, program], { cwd: own, timeout: 120_000 });
        return problemsOf(JSON.parse(stdout), expected);
      });
  }
}

async function yarn(): Promise<readonly Manager[]> {
  const name = "Yarn with Plug'n'Play";
  const { stdout } = await run("npm", ["config", "get", "registry"]);
  const settings = {
    nodeLinker: "pnp",
    enableTelemetry: false,
    enableImmutableInstalls: false, // in CI, a lockfile would have to be there
    npmRegistryServer: stdout.trim(),
  };
  return installRuntime("@yarnpkg/cli-dist", "4.18.1", "yarn").then(
    (command) => [
      {
        name,
        settings: [".yarnrc.yml", settings],
        install: [command, "install"],
        node: [command, "node"],
      },
    ],
    (error) => {
      skip(name, String(error).split("\n", 1)[0] ?? "");
      return [];
    },
  );
}

async function install(
  folder: string,
  { settings, install: [file, ...args] }: Manager,
  packed: readonly Packed[],
): Promise<readonly string[]> {
  await mkdir(folder);
  const { overrides, ...own } = manifest(["saccade"], packed);
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ ...own, overrides, resolutions: overrides }),
  );
  if (settings) await writeFile(join(folder, settings[0]), stringify(settings[1]));
  await writeFile(join(folder, "program.js"), await saccadeProgram("saccade", "console.log"));
  const thread = `import { Worker } from "node:worker_threads";\nnew Worker(new URL("program.js", import.meta.url));\n`;
  await writeFile(join(folder, "worker.js"), thread);
  await run(file, args, { cwd: folder });
  return [];
}
