import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gpu } from "./gpu.ts";

const packageFolder = join(import.meta.dirname, "..");

test.skipIf(typeof gpu === "string")(
  "the program of the README runs and prints what it says",
  { tags: "all" },
  () => {
    const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
    const program = /```ts\n(.*?)```/s.exec(readme)![1]!;
    const [, promised] = /console\.log\(.*\); \/\/ (.*)/.exec(program)!;
    // Beside the package's node_modules, where packages are found.
    const folder = mkdtempSync(join(packageFolder, "test", ".readme-"));
    try {
      writeFileSync(join(folder, "program.ts"), program);
      const args = ["--import", "tsx", "--conditions=@saccade/source", join(folder, "program.ts")];
      const printed = execFileSync(process.execPath, args, { encoding: "utf8", cwd: packageFolder });
      expect(printed.replaceAll(/\s+/g, " ")).toContain(promised);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
