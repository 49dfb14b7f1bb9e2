import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The folder that downloads are kept in: `$XDG_CACHE_HOME/saccade`, or `~/.cache/saccade` where that is not set.
 *
 * @example defaultCacheDir({ XDG_CACHE_HOME: "/tmp/cache" }) // "/tmp/cache/saccade"
 */
export function defaultCacheDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = env["XDG_CACHE_HOME"];
  return join(base ? base : join(homedir(), ".cache"), "saccade");
}
