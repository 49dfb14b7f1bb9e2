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
  "(root)": { files: 8, code: 250, test: 0 },
  // 6,600 lines of tests before hosts that lack something were tried, and texts that come late.
  // 314 files, 16,000 lines, and 6,100 of tests, before the opening translated anyone's words, each page had a card to share, and the
  // language model's page learned words.
  // 17,250 lines before the arena: a page that trains, and its film.
  "apps/demo": { files: 350, code: 17_250, test: 6_750 },
  // 626 files, 16,200 lines, and 3,200 of tests, before pages were kept offline one by one, and before a page could wait for its translation.
  "apps/docs": { files: 624, code: 15_700, test: 3_200 },
  // 1,300 lines of tests before the arena's tasks.
  examples: { files: 178, code: 10_700, test: 1_450 },
  // 2,100 lines of tests before the library ran the definitions: those are held against plain forms in the tests now. 68 files,
  // 3,500 lines, and 2,400 of tests, before the ladder: the definitions of 28 mechanisms.
  // 78 files, 4,250 lines, and 2,600 of tests, before flexAttention, and the layers of recent years;
  // 110 files before what causal layers share, and their difference, had a file each.
  "packages/attention": { files: 112, code: 6_450, test: 4_300 },
  // 2,200 lines of tests before an op said in its declaration how it batches.
  "packages/autograd": { files: 32, code: 1_400, test: 2_300 },
  "packages/contract": { files: 21, code: 1_000, test: 600 },
  "packages/create-saccade": { files: 19, code: 650, test: 200 },
  "packages/datasets": { files: 62, code: 4_250, test: 2_100 },
  // 308 files, and 3,700 lines of tests, before the custom elements.
  "packages/figures": { files: 284, code: 14_700, test: 3_800 },
  // 8,700 lines before workers came up beside the compilation of the kernels.
  // 134 files, 8,750 lines, and 3,600 of tests, before attention ran programs and told of its weights.
  "packages/kernels-wasm": { files: 140, code: 9_500, test: 3_800 },
  // 66 files and 6,850 lines before programs of attention became WGSL.
  "packages/kernels-webgpu": { files: 67, code: 6_650, test: 1_750 },
  // 53 files, and 2,300 lines of tests, before taps had tests of their own; 3,100 lines before readouts of gradients named their parameters in each form.
  // 54 files and 3,150 lines before summaries of attention.
  "packages/lens": { files: 55, code: 3_200, test: 2_500 },
  // 4,700 lines, and 3,200 of tests, before the definitions of layers and decoding came from attention, with tests that they run; 84 files and
  // 4,750 lines before the Trainer of translators had its own file, which a page that only translates does not load.
  // 3,500 lines of tests before a GPT's layers could differ, and take attentions that make their own caches.
  "packages/models": { files: 86, code: 4_750, test: 3_650 },
  // 13,600 lines before optimizers and batch norms were divided into files of one idea each.
  "packages/nn": { files: 248, code: 13_650, test: 9_600 },
  "packages/onnx": { files: 30, code: 3_400, test: 1_000 },
  "packages/plot": { files: 44, code: 3_050, test: 1_100 },
  "packages/pretrained": { files: 63, code: 3_600, test: 3_400 },
  // 6 files and 100 lines before the command that prints an import map, which was in tools/published and apps/docs before; 300 lines of tests
  // before each package was checked alone.
  "packages/saccade": { files: 10, code: 250, test: 400 },
  // 230 files and 17,650 lines before programs of attention, and summaries of its weights.
  "packages/tensor": { files: 235, code: 18_350, test: 4_200 },
  "packages/train": { files: 26, code: 2_050, test: 1_700 },
  // 8 files and 500 lines before packages were bundled for Node, and 600 before pages got one file; 650 before a contributor's
  // first package was timed; 700 before the definitions of the ladder were counted apart.
  scripts: { files: 10, code: 750, test: 0 },
  // 5,300 lines before the start of each package was timed.
  // 94 files before memories of fixed size, and decoding with each attention.
  // 96 files and 5,450 lines before flexAttention and summaries.
  "tools/bench": { files: 98, code: 5_450, test: 400 },
  // 300 lines before the demo was measured as on a phone.
  "tools/e2e": { files: 10, code: 0, test: 500 },
  "tools/film": { files: 7, code: 300, test: 0 },
  // 16 files and 1,050 lines before random changes of scores.
  "tools/fuzz": { files: 17, code: 1_100, test: 200 },
  // 52 files, 3,550 lines, and 400 of tests, before it read the cases of the ladder: 28 mechanisms, and a copy of nine cases.
  "tools/golden": { files: 62, code: 4_050, test: 450 },
  "tools/install": { files: 15, code: 250, test: 300 },
  "tools/mutation": { files: 17, code: 700, test: 200 },
  // 4 files and 200 lines before pages were kept one by one, without Workbox, and threads came on any host.
  "tools/offline": { files: 8, code: 400, test: 0 },
  "tools/onnx": { files: 22, code: 2_050, test: 0 },
  // 92 files and 2,900 lines before classes were compared across entries, Workers and bundles for Node; 3,050 before pages without a
  // bundler counted their requests; 96 files and 3,100 lines before three package managers and hosts that lack something.
  "tools/published": { files: 100, code: 3_250, test: 600 },
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
