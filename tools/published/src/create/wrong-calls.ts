import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check } from "../tally.ts";
import { command } from "./command.ts";

/** Refused calls with their messages; the package's own tests have all of them. */
const refused: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [["occupied", "--template", "page"], /not empty \(notes\.txt\); choose a new folder/],
  [["fresh"], /give --template page or node/],
];

/** Makes each call in the folder, and checks that it ends with status 2, its message, and nothing changed. */
export async function wrongCalls(folder: string, program: string): Promise<void> {
  await mkdir(join(folder, "occupied"));
  await writeFile(join(folder, "occupied", "notes.txt"), "mine");
  const before = await readdir(folder, { recursive: true });
  for (const [args, message] of refused) {
    await check(`refused: create-saccade ${args.join(" ")}`, async () => {
      const { status, stderr } = await command(folder, program, ...args);
      const after = await readdir(folder, { recursive: true });
      return [
        ...(status === 2 ? [] : [`status ${status}, not 2`]),
        ...(message.test(stderr) ? [] : [`says ${JSON.stringify(stderr)}, not ${message}`]),
        ...(after.length === before.length ? [] : ["it left files"]),
      ];
    });
  }
}
