import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { backends } from "../src/backends.ts";
import { openFolder } from "../src/open-folder.ts";
import { runFolder } from "../src/run-folder.ts";

const data = fileURLToPath(new URL("../data", import.meta.url));

describe("golden cases", () => {
  it("all pass", async () => {
    const { results, passed } = await runFolder(openFolder(data));
    const failures = results
      .filter(({ findings }) => findings.length > 0)
      .map(({ file, name, findings }) => `${file}: ${name}: ${findings.join("; ")}`);
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(870 * Object.keys(backends).length);
  }, 120_000);
});
