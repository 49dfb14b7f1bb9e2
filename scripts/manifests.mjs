// Writes into every package's manifest what they share: repository, homepage and bugs, from `repository` of the root's
// package.json; Node's bundle (scripts/bundle.mjs) in the exports, and the exports as they are published; the scripts that check
// it by itself, and the project that its types are checked in. Run it after a change there: pnpm manifests
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const bundle = "./dist/bundle";
/** Each checks the package of the folder it is run in, and no other. */
const checks = {
  test: "vitest run --config ../../vitest.config.ts",
  typecheck: "tsc -p test",
  lint: "biome check .",
};
/** Sources and tests of one package, also for editors: tsconfig.json beside `src` builds what is published. */
const tests = `{
  "extends": "../../../tsconfig.check.json",
  "include": [".", "../src", "../bench"]
}
`;

function read(path) {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}

/** A command that runs once and has few files, and a script for pages that has its own bundle: Node needs no other. */
const withoutBundle = ["create-saccade", "@saccade/figures"];

/** The manifests of packages/, and the projects of their tests, as they should be: path and text. */
export function manifests() {
  const { url } = read("package.json").repository;
  const page = url.replace(/^git\+/, "").replace(/\.git$/, "");
  return readdirSync(new URL("packages/", root)).flatMap((name) => {
    const path = `packages/${name}/package.json`;
    const {
      name: title,
      version,
      description,
      keywords,
      homepage,
      bugs,
      repository,
      license,
      ...rest
    } = read(path);
    rest.scripts = { ...rest.scripts, ...checks };
    const manifest = {
      name: title,
      version,
      description,
      keywords,
      homepage: `${page}/tree/main/packages/${name}#readme`,
      bugs: `${page}/issues`,
      repository: { type: "git", url, directory: `packages/${name}` },
      license,
      ...(withoutBundle.includes(title) ? rest : withBundle(rest)),
    };
    return [
      { path, text: `${JSON.stringify(manifest, null, 2)}\n` },
      { path: `packages/${name}/test/tsconfig.json`, text: tests },
    ];
  });
}

function withBundle(manifest) {
  const { exports, publishConfig } = manifest;
  const ours = Object.fromEntries(
    Object.entries(exports).map(([path, target]) => {
      // Raw files; and workers, which are loaded by their address and may be served alone.
      if (typeof target === "string" || path === "./worker") return [path, target];
      const { default: file, node, ...others } = target;
      return [path, { ...others, node: `${bundle}/${path.slice(2) || "index"}.js`, default: file }];
    }),
  );
  const published = Object.entries(ours).map(([path, target]) => {
    const { "@saccade/source": source, ...conditions } = target;
    return [path, typeof target === "string" ? target : conditions];
  });
  return {
    ...manifest,
    exports: ours,
    publishConfig: { ...publishConfig, exports: Object.fromEntries(published) },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of manifests()) writeFileSync(new URL(path, root), text);
}
