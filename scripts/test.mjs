// pnpm test: types, lint, unit tests, golden cases, one program, and a sample of demo and docs in Chromium where there is one.
//   --all           everything that CI runs: also builds, packages as they are published, all programs and pages
//   --long          --all with the exhaustive and random cases that it leaves out
//   --since COMMIT  types, lint, and unit tests of the packages that changed since a commit (main if none is given), and of
//                   those above them
//   --only TEXT     of these, the parts whose titles have the text
// Every part runs even when an earlier one failed; the last line counts.
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { counted, inChromium, once, playwright, run, runParts, scratch, script, vitest } from "./parts.mjs";
import { foldersSince, unitFolders } from "./since.mjs";

const usage = "pnpm test [--all | --long | --since [COMMIT]] [--only TEXT]";
const options = {
  all: { type: "boolean" },
  long: { type: "boolean" },
  since: { type: "string" },
  only: { type: "string", default: "" },
};

/** What is asked for; ends the process where it cannot be. */
function asked() {
  try {
    const args = process.argv.slice(2).flatMap((arg, i, all) => {
      const bare = arg === "--since" && (all[i + 1] ?? "--").startsWith("--");
      return bare ? ["--since=main"] : [arg];
    });
    const { values } = parseArgs({ args, options });
    if ([values.all, values.long, values.since].filter((value) => value !== undefined).length > 1)
      throw new Error("--all, --long and --since exclude each other");
    return values;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(1);
  }
}

const { all, long, since, only } = asked();
const level = long ? "long" : all ? "all" : "short";
process.env["SACCADE_TESTS"] = level;
const more = long ? ["--long"] : [];

const quick = [
  { title: "types", run: () => once(run("tsc", ["-p", "tsconfig.check.json"])) },
  { title: "lint", run: () => once(run("biome", ["check", "."])) },
  {
    title: "types of the docs' programs for other hosts",
    run: () => once(run("tsc", ["-p", "apps/docs/code/host"])),
  },
];
const unit = { title: "unit tests", cores: 2, run: () => vitest([]) };
const programs = [
  { title: "golden cases", run: () => counted(script("golden")) },
  {
    title: "example: translate, shortened",
    run: () => {
      const short = ["--examples", "60", "--epochs", "3", "--heatmap", join(scratch, "attention.svg")];
      return once(script("translate", short));
    },
  },
];

/** Components and pages in one tab, from source. */
const componentsOf = (title, config) => ({
  title: `in a tab: ${title}`,
  run: () => inChromium(() => vitest([`--config=${config}`])),
});
const demoComponents = componentsOf("components of the demo", "apps/demo/vitest.browser.config.ts");
const components = [
  componentsOf("kernels and figures", "vitest.browser.config.ts"),
  componentsOf("components of the docs", "apps/docs/vitest.browser.config.ts"),
];

const short = [
  ...quick,
  unit,
  demoComponents,
  ...programs,
  {
    title: "the docs from source, briefly",
    run: () => playwright("docs:test", [], { DOCS_FROM_SOURCE: "1" }),
  },
];

const built = ["build"];
const everything = () => [
  ...quick,
  { title: "build", cores: 2, run: () => once(run("turbo", ["run", "build", "--output-logs=errors-only"])) },
  { title: "journeys through the demo", cores: 2, after: built, run: () => playwright("test:e2e") },
  { title: "journeys through the docs", cores: 2, after: built, run: () => playwright("docs:test") },
  unit,
  {
    title: "examples, tools, and long tests",
    cores: 2,
    run: () => vitest(["--config=vitest.programs.config.ts"]),
  },
  { title: "hosts and bundlers", after: built, run: () => counted(script("test:hosts", more)) },
  { title: "every model as an ONNX file", run: () => counted(script("test:onnx", more)) },
  demoComponents,
  { title: "packages as they are published", after: built, run: () => counted(script("test:packages")) },
  ...components,
  { title: "a contributor's first op", run: () => counted(script("test:contributing")) },
  { title: "reference: docstrings and their examples", run: () => counted(script("reference", ["--check"])) },
  { title: "the programs of the docs", run: () => counted(script("docs:code")) },
  { title: "npm create saccade", after: built, run: () => counted(script("test:create")) },
  {
    title: "TypeScript 5.9, 6 and 7, and editors",
    after: built,
    run: () => counted(script("test:types", more)),
  },
  ...programs,
  {
    title: "the docs' site, file by file",
    after: built,
    run: () => vitest(["--config=apps/docs/vitest.site.config.ts"]),
  },
  {
    title: "the README's film is what the translator says",
    run: () => once(script("readme:film", ["--check"])),
  },
  {
    title: "demo and docs in Firefox and WebKit, briefly",
    after: built,
    run: () => counted(script("test:other-browsers")),
  },
];

/** Types, lint, and unit tests of what changed and of all above it. */
function changed() {
  const folders = unitFolders(foldersSince(since));
  console.log(`since ${since}: ${folders.join(", ") || "nothing that unit tests cover"}`);
  const paths = folders.map((folder) => `${folder}/`);
  return [...quick.slice(0, 2), ...(paths.length > 0 ? [{ ...unit, run: () => vitest(paths) }] : [])];
}

const parts = (since === undefined ? (level === "short" ? short : everything()) : changed()).filter(
  ({ title }) => title.includes(only),
);
if (parts.length === 0) {
  console.error(`no part's title has "${only}"`);
  process.exit(1);
}
const results = await runParts(parts, { ignoreOrder: only !== "" });

const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
console.log("\nThe parts that took longest:");
for (const { title, seconds, passed } of slowest)
  console.log(`${String(seconds).padStart(5)} s  ${title} (${passed})`);
for (const line of results.flatMap(({ left }) => left)) console.log(line);
for (const { title } of results.filter(({ failed }) => failed > 0)) console.log(`FAILED: ${title}`);
if (level === "short") console.log("This is the short suite; pnpm test --all runs everything.");
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
