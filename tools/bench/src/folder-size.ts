import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The bytes of all files in a folder. */
export function bytesOfFolder(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
