// Writes a package's entries in few files for Node, which opens each file that a program imports. Its exports name them
// under "node"; bundlers keep to tsc's files, of which they can drop more. Where package.json has `jsdelivr`, the file of a
// page with one script too, with all that it imports. In the package's folder, after tsc:
// node ../../scripts/bundle.mjs
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

const { exports, dependencies, peerDependencies, jsdelivr } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const folder = resolve("dist/bundle");
const entries = Object.values(exports).filter(({ node }) => node !== undefined);

/** Whether "." needs our packages only. A page takes other entries of plot and datasets without what "." brings along. */
const alone = Object.keys({ ...dependencies, ...peerDependencies }).every((name) =>
  name.startsWith("@saccade/"),
);

/** The modules of ".", and those that two entries need. */
const shared = new Set();

/** What the bundler has to say is an error. */
function refuse(level, { message }) {
  throw new Error(`rolldown ${level}: ${message}`);
}

/** Reads tsc's files with their maps, so that the bundle's lead to the sources. */
const compiled = {
  name: "compiled",
  load(module) {
    const moved = (_, path) => {
      const file = resolve(dirname(module), path);
      if (!existsSync(file)) throw new Error(`${module} names ${path}, which does not exist`);
      return `new URL("${relative(folder, file).replaceAll("\\", "/")}", import.meta.url)`;
    };
    const code = readFileSync(module, "utf8").replaceAll(/new URL\("(\..*?)", import\.meta\.url\)/g, moved);
    return { code, map: readFileSync(`${module}.map`, "utf8") };
  },
  buildEnd() {
    const met = new Set();
    for (const entry of entries) {
      const own = new Set([resolve(entry.default)]);
      for (const module of own)
        for (const next of this.getModuleInfo(module)?.importedIds ?? []) own.add(next);
      for (const module of own)
        ((alone && entry === exports["."]) || met.has(module) ? shared : met).add(module);
    }
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(
    entries.map(({ node, default: file }) => [node.slice("./dist/bundle/".length, -".js".length), file]),
  ),
  platform: "neutral",
  external: [
    /^node:/,
    ...Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`)),
  ],
  plugins: [compiled],
  // Each module runs as it does file by file.
  treeshake: false,
  onLog: refuse,
});
const { output } = await bundle.write({
  dir: folder,
  cleanDir: true,
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  // What two entries need exists once, mostly in one file with all that "." needs: each file resolves its imports again.
  codeSplitting: {
    groups: entries.length > 1 ? [{ name: "shared", test: (module) => shared.has(module) }] : [],
  },
  // An import map can lead past a file that only hands on what shared.js has.
  minifyInternalExports: false,
  // Documentation is in tsc's files and the sources.
  comments: { annotation: true, jsdoc: false, legal: false },
  keepNames: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
});

/** The bundler's own file, for the files that import it as one line, so that their maps keep the lines. */
const helpers = output.find(({ fileName }) => fileName === "rolldown-runtime.js");
if (helpers) rmSync(join(folder, helpers.fileName));
const ofHelpers = helpers?.code.split("\n").filter((line) => !/^(\/\/|export )/.test(line)) ?? [];
const inOneLine = ofHelpers.map((line) => line.trim()).join(" ");

for (const { type, fileName, code } of output) {
  if (type !== "chunk" || fileName === helpers?.fileName) continue;
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const final = code
    .replace(/^import .*"\.\.?\/rolldown-runtime\.js";$/m, (found) => (found.includes("{") ? inOneLine : ""))
    // Bundlers for Node may drop a function with its name.
    .replaceAll(/^__name\(/gm, "/* @__PURE__ */ __name(")
    // With one character beyond ASCII, Node decodes the file character by character.
    .replaceAll(/[^\0-\x7f]/g, escape);
  writeFileSync(join(folder, fileName), final);
}

if (jsdelivr !== undefined) {
  const besides = {
    name: "files besides the page's file",
    transform(code, module) {
      return code.replaceAll(/new URL\("(\..*?)", import\.meta\.url\)/g, (_, path) => {
        copyFileSync(resolve(dirname(module), path), resolve(dirname(jsdelivr), basename(path)));
        return `new URL("./${basename(path)}", import.meta.url)`;
      });
    },
  };
  const page = await rolldown({
    input: exports["."].default,
    platform: "browser",
    plugins: [besides],
    onLog: refuse,
  });
  mkdirSync(dirname(jsdelivr), { recursive: true });
  // Printed models and errors show the names of classes.
  const keepNames = { class: true, function: false };
  await page.write({
    file: jsdelivr,
    minify: { compress: { keepNames }, mangle: { keepNames }, codegen: true },
    comments: { annotation: false, jsdoc: false, legal: true },
  });
}
