import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const workspace = fileURLToPath(new URL("../../..", import.meta.url));
const inputs = ["packages", "examples", "apps/demo", "tools/offline"];
// What no build reads, and what builds write.
const left = new Set(["node_modules", "dist", "test", "e2e", "bench"]);

/** A hash of the lockfile and of every file that the demo may be built from. */
export function sourceHash() {
  const hash = createHash("sha256").update(readFileSync(join(workspace, "pnpm-lock.yaml")));
  const add = (path) => {
    for (const entry of readdirSync(join(workspace, path), { withFileTypes: true }).sort(byName)) {
      const inside = `${path}/${entry.name}`;
      if (left.has(entry.name) || entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) add(inside);
      else if (entry.isFile()) hash.update(`${inside}\0`).update(readFileSync(join(workspace, inside)));
    }
  };
  for (const folder of inputs) add(folder);
  return hash.digest("hex");
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}
