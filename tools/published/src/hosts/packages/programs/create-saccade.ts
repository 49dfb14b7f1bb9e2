// A project in a new folder.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProject } from "create-saccade";

export async function main(): Promise<object> {
  const parent = await mkdtemp(join(tmpdir(), "saccade-created-"));
  const { name, files } = await createProject({ folder: join(parent, "my-app"), template: "page" });
  await rm(parent, { recursive: true });
  return { name, files: String([...files].sort()) };
}
