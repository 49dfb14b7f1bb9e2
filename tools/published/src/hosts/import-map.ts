import { realpathSync } from "node:fs";
import { relative } from "node:path";
import type { Installed } from "../../../../packages/saccade/src/command/import-map.ts";

/** Where a page finds files of packages below a folder. */
export function below(top: string, base: string): (installed: Installed, file: string) => string {
  const above = realpathSync(top);
  return ({ folder }, file) => `${base}/${relative(above, folder)}/${file}`;
}

/** The element with a page's import map. */
export function mapElement(imports: Readonly<Record<string, string>>): string {
  return `<script type="importmap">${JSON.stringify({ imports })}</script>`;
}
