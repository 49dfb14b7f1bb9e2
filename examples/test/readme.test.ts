import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const readmes = [
  "README.md",
  ...readdirSync(join(root, "packages"))
    // Its program needs a GPU: the package's own tests run it.
    .filter((name) => name !== "kernels-webgpu")
    .map((name) => join("packages", name, "README.md")),
];
const programs = readmes.flatMap((readme) => {
  const text = readFileSync(join(root, readme), "utf8");
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map((match, i) => ({ readme, i, text: match[1]! }));
});
// The programs must stand where the packages are found: beside this package's node_modules.
let scratch: string;
/** The output of each program. */
let printed: string[];
let errors: string;

// One process runs all, as most of the time of each would go into starting; each begins on the reference backend.
beforeAll(async () => {
  scratch = mkdtempSync(join(root, "examples", ".readme-"));
  const runAll = ['import { referenceBackend, setBackend } from "@saccade/tensor";'];
  for (const [n, { text }] of programs.entries()) {
    writeFileSync(join(scratch, `${n}.ts`), `${text}\nexport {};\n`);
    runAll.push(`setBackend(referenceBackend());\nawait import("./${n}.ts");\nprocess.stdout.write("\\0");`);
  }
  writeFileSync(join(scratch, "all.ts"), runAll.join("\n"));
  const args = ["--import", "tsx", "--conditions=@saccade/source", "all.ts"];
  ({ printed, errors } = await new Promise<{ printed: string[]; errors: string }>((done) => {
    execFile(process.execPath, args, { cwd: scratch }, (_error, stdout, stderr) =>
      done({ printed: stdout.split("\0"), errors: stderr }),
    );
  }));
}, 120_000);

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

test.each(readmes)("%s has programs", (readme) => {
  expect(programs.some((program) => program.readme === readme)).toBe(true);
});

test.each(programs)("program $i of $readme runs and prints", ({ readme, i }) => {
  const n = programs.findIndex((program) => program.readme === readme && program.i === i);
  expect(errors).toBe("");
  // The last of them is what follows the last program that came to its end.
  expect(printed.length).toBeGreaterThan(n + 1);
  expect(printed[n]).not.toBe("");
});
