import { execFileSync } from "node:child_process";
import { mkdtempSync, promises, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { type AtomicFileSystem, FileError, writeFileAtomic, writeFileAtomicSync } from "../../src/node.ts";

const folder = mkdtempSync(join(tmpdir(), "two-programs-"));
let path = "";
let count = 0;

beforeEach(() => {
  path = join(folder, `run-${count++}.bin`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const writers = {
  writeFileAtomic,
  writeFileAtomicSync: async (file: string, data: string) => writeFileAtomicSync(file, data),
};

function otherProgram(data: string): void {
  const script =
    "require('fs').writeFileSync(process.argv[1] + '.new', process.argv[2]); require('fs').renameSync(process.argv[1] + '.new', process.argv[1])";
  execFileSync(process.execPath, ["-e", script, path, data]);
}

it.each(Object.entries(writers))(
  "%s does not replace what another program wrote since",
  async (_name, write) => {
    await write(path, "one");
    await write(path, "two");
    otherProgram("theirs");
    const error: unknown = await Promise.resolve()
      .then(() => write(path, "three"))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FileError);
    expect(error).toMatchObject({ code: "ECHANGED" });
    expect(String(error)).toMatch(
      /another program wrote to it since this one last did; nothing was changed.*its own path/,
    );
    expect(readFileSync(path, "utf8")).toBe("theirs");
    rmSync(path);
    await write(path, "four");
    expect(readFileSync(path, "utf8")).toBe("four");
  },
);

it("a write is refused that another overtook, whether there was a file before", async () => {
  for (const before of [null, "old"]) {
    path = join(folder, `overtaken-${before}.bin`);
    if (before !== null) writeFileSync(path, before);
    let overtaken = false;
    const slow = Object.create(promises) as typeof promises & AtomicFileSystem;
    slow.open = async (...args: Parameters<typeof promises.open>) => {
      if (!overtaken) otherProgram("theirs");
      overtaken = true;
      return promises.open(...args);
    };
    await expect(writeFileAtomic(path, "ours", slow)).rejects.toThrow(
      /another program wrote to it meanwhile/,
    );
    expect(readFileSync(path, "utf8")).toBe("theirs");
  }
});
