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
export const ceilings: Readonly<Record<string, Room>> = {
  "(root)": { files: 10, code: 250, test: 0 },
  "apps/demo": { files: 368, code: 21_450, test: 6_600 },
  "apps/docs": { files: 628, code: 16_750, test: 3_200 },
  "apps/figures": { files: 329, code: 17_400, test: 3_700 },
  examples: { files: 204, code: 10_850, test: 1_300 },
  // 69 files before masks and attention without the checks of a call had files of their own: pages hold those alone.
  "packages/attention": { files: 70, code: 3_700, test: 2_100 },
  "packages/autograd": { files: 33, code: 1_450, test: 2_200 },
  "packages/contract": { files: 21, code: 1_000, test: 600 },
  "packages/create-saccade": { files: 19, code: 650, test: 200 },
  "packages/datasets": { files: 64, code: 6_250, test: 2_100 },
  "packages/kernels-wasm": { files: 134, code: 8_750, test: 3_600 },
  "packages/kernels-webgpu": { files: 68, code: 6_850, test: 1_700 },
  "packages/lens": { files: 53, code: 3_600, test: 2_300 },
  "packages/models": { files: 82, code: 4_700, test: 3_200 },
  // 13,600 lines before optimizers and batch norms were divided into files of one idea each.
  "packages/nn": { files: 251, code: 13_650, test: 9_600 },
  "packages/onnx": { files: 32, code: 3_500, test: 1_000 },
  "packages/plot": { files: 45, code: 3_200, test: 1_100 },
  "packages/pretrained": { files: 63, code: 3_700, test: 3_400 },
  "packages/saccade": { files: 8, code: 100, test: 300 },
  "packages/tensor": { files: 240, code: 17_850, test: 4_200 },
  "packages/train": { files: 28, code: 2_050, test: 1_700 },
  // 8 files and 500 lines before packages were bundled for Node.
  scripts: { files: 10, code: 600, test: 0 },
  // 5,300 lines before the start of each package was timed.
  "tools/bench": { files: 94, code: 5_400, test: 400 },
  "tools/e2e": { files: 9, code: 0, test: 300 },
  "tools/film": { files: 7, code: 300, test: 0 },
  "tools/fuzz": { files: 18, code: 1_050, test: 200 },
  "tools/golden": { files: 59, code: 3_900, test: 400 },
  "tools/install": { files: 15, code: 250, test: 300 },
  "tools/mutation": { files: 17, code: 700, test: 200 },
  "tools/offline": { files: 6, code: 200, test: 0 },
  "tools/onnx": { files: 24, code: 2_100, test: 0 },
  // 92 files and 2,900 lines before classes were compared across entries, Workers and bundles for Node.
  "tools/published": { files: 96, code: 3_050, test: 600 },
  "tools/reference": { files: 31, code: 1_850, test: 200 },
};

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
