import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const ownSource = dirname(fileURLToPath(import.meta.url));

/** The programs that are timed, built as a user would build them. */
export interface Built {
  readonly player: string;
  /** The player that drives a tab. */
  readonly tabPlayer: string;
  /** The program of src/startup by its name. */
  readonly startup: (name: string) => string;
  readonly remove: () => void;
}

/**
 * Bundles everything that is timed: what tsx makes of the sources is slower, since it names every function it meets.
 * The folder is within the package, so that the peers are found.
 *
 * @param source the `src` folder of this package, in this checkout of the project or in another.
 * @param tabs whether somebody runs in a tab: its bundle has whole libraries in it.
 */
export async function buildPrograms(source: string = ownSource, tabs: boolean = false): Promise<Built> {
  const output = join(dirname(source), "dist");
  mkdirSync(output, { recursive: true });
  const folder = mkdtempSync(join(output, "run-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const startup = join(source, "startup");
  const players = [join(source, "player.ts"), join(source, "tab-player.ts")].filter((path) =>
    existsSync(path),
  );
  const shared = {
    outdir: folder,
    outbase: source,
    bundle: true,
    splitting: true,
    format: "esm",
    conditions: ["@saccade/source"],
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  } as const satisfies BuildOptions;
  await build({
    ...shared,
    entryPoints: [...players, ...readdirSync(startup).map((file) => join(startup, file))],
    platform: "node",
    target: "node20",
    external: ["@tensorflow/*", "@jax-js/*", "onnxruntime-web", "esbuild", "playwright-core", "webgpu"],
  });
  // Another checkout may be of a time before there were players in a tab; they take no part there.
  if (tabs && source === ownSource) {
    await build({
      ...shared,
      entryPoints: ["page.ts", "worker.ts"].map((file) => join(source, "tab", file)),
      platform: "browser",
      target: "es2022",
      external: ["node:*"],
    });
  }
  return {
    player: join(folder, "player.mjs"),
    tabPlayer: join(folder, "tab-player.mjs"),
    remove,
    startup: (name) => join(folder, "startup", `${name}.mjs`),
  };
}
