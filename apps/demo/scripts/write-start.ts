import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Writes what a page shows first into its folder, with so many digits of each fraction: more than the page shows. */
export function writeStart(page: string, start: object, digits: number): void {
  const path = fileURLToPath(new URL(`../src/pages/${page}/start.gen.json`, import.meta.url));
  const text = JSON.stringify(start, (_, value: unknown) =>
    typeof value !== "number" || Number.isInteger(value)
      ? value
      : Math.abs(value) < 1e-5
        ? 0
        : Number(value.toPrecision(digits)),
  );
  writeFileSync(path, `${text}\n`);
  console.log(`wrote ${path}`);
}
