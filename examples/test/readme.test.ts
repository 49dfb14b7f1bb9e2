import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const readmes = [
  "README.md",
  ...readdirSync(join(root, "packages")).map((name) => join("packages", name, "README.md")),
];
// The programs must stand where the packages are found: beside this package's node_modules.
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(root, "examples", ".readme-"));
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

function programs(readme: string): string[] {
  const text = readFileSync(join(root, readme), "utf8");
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!);
}

for (const readme of readmes) {
  test(`the programs of ${readme} run and print`, { timeout: 60_000 }, async () => {
    const found = programs(readme);
    expect(found.length).toBeGreaterThan(0);
    for (const [i, program] of found.entries()) {
      const file = join(scratch, `${readme.replaceAll(/\W/g, "-")}-${i}.ts`);
      writeFileSync(file, `${program}\nexport {};\n`);
      const args = ["--import", "tsx", "--conditions=@saccade/source", file];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: scratch });
      expect(stdout).not.toBe("");
      expect(stderr).toBe("");
    }
  });
}
