import { cp, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Packed, packAll, unpack } from "../pack.ts";

const tool: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Makes a user's project with the built packages in `node_modules`, as their tarballs hold them, and the programs. */
export async function makeProject(folder: string): Promise<void> {
  for (const one of await packAll()) await install(one, folder);
  await link(
    await realpath(join(tool, "node_modules/@types/node")),
    join(folder, "node_modules/@types/node"),
  );
  await cp(join(tool, "programs"), folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
}

/** The tarball's files, and links to what the package needs from outside the workspace. */
async function install({ name, folder, manifest, needs, tarball }: Packed, project: string): Promise<void> {
  await unpack(tarball, join(project, "node_modules", name));
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (needs.includes(dependency)) continue;
    const installed = join("node_modules", dependency);
    await link(await realpath(join(folder, installed)), join(project, installed));
  }
}

async function link(to: string, at: string): Promise<void> {
  await mkdir(dirname(at), { recursive: true });
  await symlink(to, at);
}
