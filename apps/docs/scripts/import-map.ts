// Writes the import map of the guide's page without a bundler, of all that `saccade` imports: pnpm docs:import-map.
import { readFileSync, writeFileSync } from "node:fs";
import { importMapPage, withImportMap } from "./import-map-page.ts";

writeFileSync(importMapPage, withImportMap(readFileSync(importMapPage, "utf8")));
