import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the workspace. */
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The size of a room: its files of code, and its lines of code and of tests, without comments and blank lines. */
export interface Room {
  files: number;
  code: number;
  test: number;
}

/**
 * The most that each room of the house may hold: the figures of 29 November 2026, rounded up (files by 2, code to the next 50, tests to
 * the next 100). Raising a number takes one sentence beside it that gives the reason; whoever makes a room smaller lowers it.
 */
export const ceilings: Readonly<Record<string, Room>> = {};

const isCode = (path: string): boolean =>
  /\.(ts|tsx|mts|mjs|js|css|vue|py)$/.test(path) && !/(\.gen\.ts$|\/generated\/)/.test(path);
const isTest = (path: string): boolean => /(^|\/)(test|tests|e2e)\//.test(path);

function roomOf(path: string): string {
  const [first, second] = path.split("/");
  if (second === undefined) return "(root)";
  return /^(packages|apps|tools)$/.test(first!) ? `${first}/${second}` : first!;
}

const isLine = (line: string): boolean => /\S/.test(line) && !/^\s*(\/\/|\/\*|\*|#(?!\w))/.test(line);

/** The rooms as they are: a folder of packages, apps or tools each, and the other folders of the root. */
export function measureRooms(): Record<string, Room> {
  const rooms: Record<string, Room> = {};
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  for (const path of listed.split("\0").filter(Boolean)) {
    if (!isCode(path)) continue;
    rooms[roomOf(path)] ??= { files: 0, code: 0, test: 0 };
    const room = rooms[roomOf(path)]!;
    room.files++;
    const lines = readFileSync(join(root, path), "utf8").split("\n").filter(isLine).length;
    room[isTest(path) ? "test" : "code"] += lines;
  }
  return rooms;
}
