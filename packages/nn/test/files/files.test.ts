import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ArgumentError } from "@saccade/tensor";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFileSystem, nodeFileSystemSync } from "../../src/files/file-system.ts";
import type { AtomicFileSystem, AtomicFileSystemSync } from "../../src/files/index.ts";
import { FileError, readFileBytes, writeFileAtomic, writeFileAtomicSync } from "../../src/files/index.ts";
import { tempPathBeside } from "../../src/files/temp-files.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "saccade-files-"));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A system error with a code, as Node throws them. */
function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

type Step = "open" | "write" | "sync" | "close" | "rename";

/** The real file system, failing at one step of writing the temp file; `half` the data is written before. */
function failing(step: Step, code: string): AtomicFileSystem {
  const real = nodeFileSystem;
  const fail = async (at: Step): Promise<void> => {
    if (at === step) throw systemError(code);
  };
  return {
    ...real,
    async rename(from, to) {
      await fail("rename");
      await real.rename(from, to);
    },
    async open(path, flags) {
      await fail("open");
      const file = await real.open(path, flags);
      return {
        chmod: (mode) => file.chmod(mode),
        async writeFile(data) {
          await file.writeFile(step === "write" ? data.slice(0, data.length / 2) : data);
          await fail("write");
        },
        sync: () => file.sync().then(() => fail("sync")),
        close: () => file.close().then(() => fail("close")),
      };
    },
  };
}

/** Like {@link failing}, for the synchronous writer. */
function failingSync(step: Step, code: string): AtomicFileSystemSync {
  const real = nodeFileSystemSync;
  const fail = (at: Step): void => {
    if (at === step) throw systemError(code);
  };
  return {
    ...real,
    openSync(path, flags) {
      fail("open");
      return real.openSync(path, flags);
    },
    writeFileSync(file, data) {
      real.writeFileSync(file, step === "write" ? data.slice(0, data.length / 2) : data);
      fail("write");
    },
    fsyncSync(file) {
      real.fsyncSync(file);
      fail("sync");
    },
    closeSync(file) {
      real.closeSync(file);
      fail("close");
    },
    renameSync(from, to) {
      fail("rename");
      real.renameSync(from, to);
    },
  };
}

/** Both writers under one signature; `fail` puts a failing file system in place. */
type Writer = (path: string, data: Uint8Array | string, fail?: readonly [Step, string]) => Promise<void>;
const writers: [string, Writer][] = [
  ["writeFileAtomic", (path, data, fail) => writeFileAtomic(path, data, fail && failing(...fail))],
  [
    "writeFileAtomicSync",
    async (path, data, fail) => writeFileAtomicSync(path, data, fail && failingSync(...fail)),
  ],
];

async function errorOf(action: Promise<unknown>): Promise<FileError> {
  try {
    await action;
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
  throw new Error("no error was thrown");
}

describe.each(writers)("%s", (_, write) => {
  it("creates and replaces files of bytes and text, and leaves nothing beside them", async () => {
    const path = join(folder, "a.bin");
    await write(path, Uint8Array.of(0, 255, 7));
    expect([...(await readFileBytes(path))]).toEqual([0, 255, 7]);
    await write(path, "naïve €");
    expect(fs.readFileSync(path, "utf8")).toBe("naïve €");
    await write(path, "");
    expect((await readFileBytes(path)).length).toBe(0);
    expect(fs.readdirSync(folder)).toEqual(["a.bin"]);
  });

  it("takes a name of the greatest length", async () => {
    const name = "n".repeat(255);
    await write(join(folder, name), "x");
    expect(fs.readdirSync(folder)).toEqual([name]);
    expect((await errorOf(write(join(folder, `${name}n`), "x"))).code).toBe("ENAMETOOLONG");
  });

  it("keeps permissions and follows links", async ({ skip }) => {
    skip(process.platform === "win32", "Windows has no such permissions");
    const path = join(folder, "real");
    fs.writeFileSync(path, "old");
    fs.chmodSync(path, 0o640);
    fs.symlinkSync("real", join(folder, "link"));
    await write(join(folder, "link"), "new");
    expect(fs.readFileSync(path, "utf8")).toBe("new");
    expect(fs.statSync(path).mode & 0o777).toBe(0o640);
    expect(fs.readdirSync(folder).sort()).toEqual(["link", "real"]);
  });

  it("follows dangling links, one to the next, and creates their target", async () => {
    fs.mkdirSync(join(folder, "disk"));
    fs.symlinkSync(join(folder, "disk"), join(folder, "data"));
    fs.symlinkSync("../missing", join(folder, "disk", "second"));
    fs.symlinkSync("data/second", join(folder, "first"));
    await write(join(folder, "first"), "new");
    expect(fs.readFileSync(join(folder, "missing"), "utf8")).toBe("new");
    await write(join(folder, "first"), "newer");
    expect(fs.readFileSync(join(folder, "missing"), "utf8")).toBe("newer");
    expect(fs.readdirSync(folder).sort()).toEqual(["data", "disk", "first", "missing"]);
    expect(fs.readlinkSync(join(folder, "first"))).toBe("data/second");
    fs.symlinkSync(join("no", "a"), join(folder, "nowhere"));
    const error = await errorOf(write(join(folder, "nowhere"), "x"));
    expect(error.message).toContain(`the folder ${join(folder, "no")} does not exist`);
    fs.symlinkSync("circle", join(folder, "circle"));
    expect((await errorOf(write(join(folder, "circle"), "x"))).message).toMatch(/circle of links/);
  });

  it("removes temp files of dead processes of this host, and no others", async () => {
    const mine = basename(tempPathBeside(join(folder, "a")));
    const [, , host = "", pid = "", start = ""] = /^(\.saccade)-(\w+)-(\d+)-(\d+)/.exec(mine) ?? [];
    // The start tells this process from an earlier one with the same id.
    expect(Math.abs(Number(start) - (Date.now() / 1000 - process.uptime()))).toBeLessThan(60);
    const name = (h: string, p: string | number, s: string | number): string =>
      `.saccade-${h}-${p}-${s}-0123456789ab.tmp`;
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const orphans = [name(host, dead, start), name(host, pid, Number(start) - 100)];
    const others = [
      mine,
      name(host, process.ppid, start),
      name("00000000", dead, start),
      `${name(host, dead, start)}.txt`,
      "notes.tmp",
    ];
    for (const file of [...orphans, ...others]) fs.writeFileSync(join(folder, file), "part");
    await write(join(folder, "a"), "whole");
    expect(fs.readdirSync(folder).sort()).toEqual([...others, "a"].sort());
  });

  it("refuses devices, pipes and what names no file or is no data, before it writes", async () => {
    expect((await errorOf(write("/dev/null", "x"))).message).toMatch(/not a regular file/);
    for (const path of [undefined, null, "", 3, ["a"], new URL("file:///a")])
      await expect(async () => Reflect.apply(write, null, [path, "x"])).rejects.toThrow(
        /^writeFileAtomic(Sync)?: path must be the path of a file, a string, got /,
      );
    for (const data of [undefined, null, 3, [1, 2], new ArrayBuffer(2), new Float32Array(1)])
      await expect(async () => Reflect.apply(write, null, [join(folder, "a"), data])).rejects.toThrow(
        /^writeFileAtomic(Sync)?: data must be a Uint8Array or a string, got /,
      );
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it.each<Step>(["open", "write", "sync", "close", "rename"])(
    "keeps the original when the disk is full at %s",
    async (step) => {
      const path = join(folder, "model.safetensors");
      fs.writeFileSync(path, "the original");
      const error = await errorOf(write(path, "the replacement", [step, "ENOSPC"]));
      expect(error).toMatchObject({ code: "ENOSPC", path });
      expect(error.message).toMatch(/disk is full; nothing was changed\. Free some space/);
      expect(error.cause).toBeInstanceOf(Error);
      expect(fs.readFileSync(path, "utf8")).toBe("the original");
      expect(fs.readdirSync(folder)).toEqual(["model.safetensors"]);
    },
  );

  it("leaves no file where there was none", async () => {
    await errorOf(write(join(folder, "new"), "data", ["write", "ENOSPC"]));
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["EACCES", /permission was denied; .* Allow writing/],
    ["EPERM", /permission was denied/],
    ["EROFS", /read-only/],
    ["EDQUOT", /quota/],
    ["EIO", /EIO: simulated/],
  ])("explains %s", async (code, message) => {
    const error = await errorOf(write(join(folder, "a"), "x", ["open", code]));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
  });

  it("explains a missing folder, a folder as target and a file as folder", async () => {
    const missing = await errorOf(write(join(folder, "no", "a"), "x"));
    expect(missing).toMatchObject({ code: "ENOENT" });
    expect(missing.message).toContain(`the folder ${join(folder, "no")} does not exist`);
    fs.mkdirSync(join(folder, "sub"));
    const onFolder = await errorOf(write(join(folder, "sub"), "x"));
    expect(onFolder).toMatchObject({ code: "EISDIR" });
    expect(onFolder.message).toMatch(/is a folder/);
    fs.writeFileSync(join(folder, "file"), "");
    const through = await errorOf(write(join(folder, "file", "a"), "x"));
    expect(["ENOTDIR", "ENOENT"]).toContain(through.code);
    expect(fs.readdirSync(folder).sort()).toEqual(["file", "sub"]);
  });

  it("refuses a read-only file", async ({ skip }) => {
    skip(process.platform === "win32", "Windows has no such permissions");
    skip(process.getuid?.() === 0, "the superuser may write to read-only files");
    const path = join(folder, "locked");
    fs.writeFileSync(path, "old", { mode: 0o444 });
    expect((await errorOf(write(path, "new"))).code).toBe("EACCES");
    expect(fs.readFileSync(path, "utf8")).toBe("old");
  });
});

describe("a process that is killed in the middle of a write", () => {
  const data = "the replacement, longer than the original";

  /** The real file system, whose calls never come back after the first `calls` of them: the process is dead. */
  function dying(calls: number): { mortal: AtomicFileSystemSync; isDead: () => boolean } {
    let left = calls;
    const real = nodeFileSystemSync;
    const alive = (): void => {
      if (left-- <= 0) throw systemError("DEAD");
    };
    const call = <T>(f: () => T): T => {
      alive();
      return f();
    };
    const dyingCalls = Object.entries(real).map(([name, f]) => [
      name,
      (...given: unknown[]) => call(() => Reflect.apply(f, real, given)),
    ]);
    const mortal: AtomicFileSystemSync = {
      ...Object.fromEntries(dyingCalls),
      writeFileSync(file: number, bytes: Uint8Array | string) {
        const half = bytes.length / 2;
        call(() => real.writeFileSync(file, bytes.slice(0, half)));
        call(() => real.writeFileSync(file, bytes.slice(half)));
      },
      closeSync(file: number) {
        real.closeSync(file); // the system closes a dead process's files
        alive();
      },
    };
    return { mortal, isDead: () => left < 0 };
  }

  it("leaves the old file or the new one, whatever call it was at", () => {
    const seen: string[] = [];
    for (let calls = 0; ; calls++) {
      const path = join(folder, `a${calls}`); // a file of its own: this program must not have written it
      fs.writeFileSync(path, "the original");
      const { mortal, isDead } = dying(calls);
      try {
        writeFileAtomicSync(path, data, mortal);
      } catch (error) {
        expect(error).toMatchObject({ code: "DEAD" });
      }
      seen.push(fs.readFileSync(path, "utf8"));
      if (!isDead()) break;
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen)).toEqual(new Set(["the original", data]));
    expect(seen.at(-1)).toBe(data);
  });
});

it("keeps the file whole under many writes at once", async () => {
  const path = join(folder, "a");
  const contents = Array.from({ length: 20 }, (_, i) => String(i % 10).repeat(50_000));
  await Promise.all(contents.map((content) => writeFileAtomic(path, content)));
  expect(contents).toContain(fs.readFileSync(path, "utf8"));
  expect(fs.readdirSync(folder)).toEqual(["a"]);
  expect(process.listeners("exit").filter((listener) => listener.name === "removePending")).toEqual([]);
});

it("knows its own file after many more writes have replaced it", async () => {
  const path = join(folder, "a");
  await writeFileAtomic(path, "0");
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: AtomicFileSystem = {
    ...nodeFileSystem,
    async stat(at) {
      const status = await nodeFileSystem.stat(at);
      if (at === path) await held;
      return status;
    },
  };
  const last = writeFileAtomic(path, "last", slow);
  for (let i = 0; i < 30; i++) await writeFileAtomic(path, String(i));
  goOn();
  await last;
  expect(fs.readFileSync(path, "utf8")).toBe("last");
});

it("removes the temp file when the process exits midway", async () => {
  const stuck: AtomicFileSystem = { ...failing("rename", "none"), rename: () => new Promise(() => {}) };
  const before = process.listeners("exit");
  void writeFileAtomic(join(folder, "a"), "data", stuck);
  await expect.poll(() => fs.readdirSync(folder).some((name) => name.endsWith(".tmp"))).toBe(true);
  const added = process.listeners("exit").filter((listener) => !before.includes(listener));
  expect(added).toHaveLength(1);
  for (const listener of added) {
    listener.call(process, 0);
    process.removeListener("exit", listener);
  }
  expect(fs.readdirSync(folder)).toEqual([]);
});

describe("readFileBytes", () => {
  it("explains a missing file and a folder", async () => {
    const missing = await errorOf(readFileBytes(join(folder, "no")));
    expect(missing).toMatchObject({ code: "ENOENT" });
    expect(missing.message).toMatch(/does not exist\. Correct the path/);
    const onFolder = await errorOf(readFileBytes(folder));
    expect(onFolder.message).toMatch(/is a folder/);
  });

  it("refuses devices without end, and what is no path", async () => {
    expect((await errorOf(readFileBytes("/dev/zero"))).message).toMatch(/it is not a regular file/);
    for (const path of [undefined, null, "", 3, new URL("file:///a")])
      await expect(Reflect.apply(readFileBytes, null, [path])).rejects.toThrow(ArgumentError);
  });
});
