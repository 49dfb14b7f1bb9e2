import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { workspace } from "../packages.ts";

const run = promisify(execFile);

/** A program that runs JavaScript files. */
export interface Runtime {
  readonly name: string;
  /** The command and its first arguments, or the reason why there is none. */
  readonly command: readonly [string, ...string[]] | { readonly missing: string };
}

/** The runtimes' packages on npm. */
const packages = [
  { name: "Node 20", package: "node", version: "20.20.2", args: [] },
  { name: "Node 22", package: "node", version: "22.23.3", args: [] },
  { name: "Node 24", package: "node", version: "24.21.0", args: [] },
  { name: "Deno", package: "deno", version: "2.9.6", args: ["run", "--allow-all"] },
  { name: "Bun", package: "bun", version: "1.4.5", args: [] },
] as const;

/** Installs the runtimes once, next to the workspace's packages; the Node that runs this is not installed again. */
export async function runtimes(): Promise<Runtime[]> {
  const major = `Node ${process.versions.node.split(".")[0]}`;
  return Promise.all(
    packages.map(async ({ name, package: from, version, args }): Promise<Runtime> => {
      if (name === major) return { name, command: [process.execPath] };
      const command = await installRuntime(from, version).catch((error) => ({ missing: firstLine(error) }));
      return { name, command: typeof command === "string" ? [command, ...args] : command };
    }),
  );
}

/** The path of a package's command, which is named like the package unless told otherwise. */
export async function installRuntime(name: string, version: string, bin: string = name): Promise<string> {
  const folder = join(workspace, "node_modules/.cache/saccade-hosts", `${name.replace("/", "-")}-${version}`);
  const command = join(folder, "node_modules/.bin", bin);
  const answer = existsSync(command) ? await versionOf(command).catch(() => "") : "";
  if (answer.includes(version)) return command;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await run("npm", ["install", `${name}@${version}`, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
  });
  const installed = await versionOf(command);
  if (!installed.includes(version)) throw new Error(`${name} says that it is ${installed}, not ${version}`);
  return command;
}

async function versionOf(command: string): Promise<string> {
  return (await run(command, ["--version"])).stdout.trim();
}

function firstLine(error: unknown): string {
  return String(error).split("\n", 1)[0] ?? "";
}
