import { execFile, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderOf, promised, readmes, root } from "./readmes.ts";

interface Ran {
  readonly file: string;
  readonly output: string;
  readonly error: string | null;
}

// READMES=built runs the packages as `pnpm build` left them, without tsx.
const built = process.env["READMES"] === "built";
// A program finds what its README says to install, and nothing else: these folders are outside the repository.
const scratch = mkdtempSync(join(tmpdir(), "saccade-readmes-"));
const all = readmes();
const programs = all
  // One program needs a GPU: the package's own tests run it. The demo's are the files of a page, which test:contributing adds.
  .filter(({ path }) => !["packages/kernels-webgpu/README.md", "apps/demo/README.md"].includes(path))
  .flatMap(({ path, programs }) => {
    const folder = join(scratch, dirname(path));
    return programs.map((program, i) => ({
      ...program,
      at: `${path} ${i + 1}`,
      file: join(folder, `${i}.mjs`),
    }));
  });
let ran: ReadonlyMap<string, Ran>;

beforeAll(async () => {
  for (const readme of all) {
    for (const name of readme.installs) {
      const at = join(scratch, dirname(readme.path), "node_modules", name);
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync(folderOf(name, readme), at);
    }
  }
  for (const { file, code } of programs) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    writeFileSync(file.replace(/mjs$/, "mts"), code);
  }
  ran = await run(programs.map(({ file }) => file));
}, 120_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

// One process runs all, as most of the time of each would go into starting. A program that keeps its process alive would
// keep this one.
function run(files: readonly string[]): Promise<ReadonlyMap<string, Ran>> {
  const runner = fileURLToPath(new URL("./run-readmes.mjs", import.meta.url));
  const execArgv = built ? [] : ["--import", import.meta.resolve("tsx"), "--conditions=@saccade/source"];
  return new Promise((done) => {
    const child = fork(runner, files, { cwd: scratch, execArgv });
    const results = new Map<string, Ran>();
    child.on("message", (result: Ran) => results.set(result.file, result));
    child.on("exit", () => done(results));
  });
}

const pages = all
  .filter(({ path }) => /^(packages\/[^/]+\/)?README\.md$/.test(path))
  // Its program is a page of HTML, which the package's own tests open; the rest is for those who draw figures here.
  .filter(({ path }) => path !== "packages/figures/README.md");

test.each(pages)("$path has a program, and at most 80 lines", ({ programs, text }) => {
  expect(programs.length).toBeGreaterThan(0);
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
});

test.each(programs)("program $at runs, and prints what the README says", ({ file, code, prints }) => {
  const { output = "", error } = ran.get(file) ?? {};
  expect(error).toBe(null);
  expect(output).not.toBe("");
  if (prints !== null) expect(withoutEnds(output)).toBe(withoutEnds(prints));
  let rest = withoutSpace(output);
  for (const part of promised(code).flatMap((text) => withoutSpace(text).split("…"))) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
});

test("the programs are TypeScript, too", async () => {
  const compilerOptions = {
    noEmit: true,
    composite: false,
    declaration: false,
    declarationMap: false,
    noUnusedLocals: false,
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
    ...(built && { customConditions: [] }),
  };
  const include = ["**/*.mts", join(root, "packages/plot/src/jsdom.d.ts")];
  const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include };
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(config));
  const tsc = [join(root, "node_modules/typescript/bin/tsc"), "-p", scratch];
  const problems = await new Promise((done) => {
    execFile(process.execPath, tsc, (_error, stdout, stderr) => done(stdout + stderr));
  });
  expect(problems).toBe("");
});

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, "").replaceAll('"', "'");
const withoutEnds = (text: string): string => text.replaceAll(/ +$/gm, "").trim();
