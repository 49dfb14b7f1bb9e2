import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ownSource = dirname(fileURLToPath(import.meta.url));

/** The programs that are timed, built as a user would build them. */
export interface Built {
  readonly player: string;
  /** The program of src/startup by its name. */
  readonly startup: (name: string) => string;
  readonly remove: () => void;
}

/**
 * Bundles everything that is timed: what tsx makes of the sources is slower, since it names every function it meets.
 * The folder is within the package, so that the peers are found.
 *
 * @param source the `src` folder of this package, in this checkout of the project or in another.
 */
export async function buildPrograms(source: string = ownSource): Promise<Built> {
  const output = join(dirname(source), "dist");
  mkdirSync(output, { recursive: true });
  const folder = mkdtempSync(join(output, "run-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const startup = join(source, "startup");
  await build({
    entryPoints: [join(source, "player.ts"), ...readdirSync(startup).map((file) => join(startup, file))],
    outdir: folder,
    outbase: source,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["@saccade/source"],
    external: ["@tensorflow/*", "@jax-js/*", "onnxruntime-web", "esbuild"],
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  return {
    player: join(folder, "player.mjs"),
    remove,
    startup: (name) => join(folder, "startup", `${name}.mjs`),
  };
}
