import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const tool: string = dirname(dirname(fileURLToPath(import.meta.url)));
const workspace: string = dirname(dirname(tool));

/** Makes a user's project with the built packages in `node_modules`, as their tarballs hold them, and the programs. */
export async function makeProject(folder: string): Promise<void> {
  await run(
    "turbo",
    ["run", "build", "--output-logs=errors-only", "--filter=saccade...", "--filter=@saccade/plot"],
    {
      cwd: workspace,
    },
  );
  const tarballs = join(folder, "tarballs");
  await mkdir(tarballs, { recursive: true });
  await run("pnpm", ["--filter", "./packages/*", "pack", "--pack-destination", tarballs], { cwd: workspace });
  for (const tarball of await readdir(tarballs)) await install(join(tarballs, tarball), folder);
  await link(
    await realpath(join(tool, "node_modules/@types/node")),
    join(folder, "node_modules/@types/node"),
  );
  await cp(join(tool, "programs"), folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
}

async function install(tarball: string, project: string): Promise<void> {
  const unpacked = tarball.replace(/\.tgz$/, "");
  await mkdir(unpacked);
  await run("tar", ["-xzf", tarball, "--strip-components=1"], { cwd: unpacked });
  const { name, dependencies = {} } = JSON.parse(await readFile(join(unpacked, "package.json"), "utf8"));
  const installed = join(project, "node_modules", name);
  await cp(unpacked, installed, { recursive: true });
  const source = join(workspace, "packages", name.replace("@saccade/", ""), "node_modules");
  for (const dependency of Object.keys(dependencies)) {
    if (dependency.includes("saccade")) continue;
    await link(await realpath(join(source, dependency)), join(project, "node_modules", dependency));
  }
}

async function link(to: string, at: string): Promise<void> {
  await mkdir(dirname(at), { recursive: true });
  await symlink(to, at);
}
