// Takes a visitor's path, who runs the README's commands in a fresh clone, and a new contributor's: clones HEAD, tests one package
// as CONTRIBUTING.md says, then installs everything, adds an op, a layer and a loss as the guides say, uses the op, and adds a page
// to the demo as its README says. pnpm test:contributing; the last line counts.
import { execSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const guides = ["add-an-op", "add-a-layer", "add-a-loss", "add-an-attention", "add-an-architecture"].map(
  (name) => [`apps/docs/guide/${name}.md`, `apps/docs/zh/guide/${name}.md`],
);
const pnpm = `npx -y ${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager}`;
const count = { passed: 0, failed: 0 };

/** Uses what the guide made: its value, its first and second derivative, and autograd through a broadcast. */
const use = `
import { grad, valueAndGrad } from "@saccade/autograd";
import { logsubexp, tensor } from "@saccade/tensor";
const close = (a, b) => {
  if (!(Math.abs(a - b) < 1e-12)) throw new Error(a + " is not " + b);
};
const at = (x) => tensor(x, { dtype: "float64" });
const x = at(0.5);
const sum = (a) => logsubexp(a, at(-1)).sum();
const slope = 1 / (1 - Math.exp(-1.5));
const { value, grads } = valueAndGrad(() => sum(x), { x });
close(value.item(), Math.log(Math.exp(0.5) - Math.exp(-1)));
close(grads.x.item(), slope);
close(grad((a) => grad(sum)(a).sum())(x).item(), slope * (1 - slope));
close(logsubexp(x, -1).item(), value.item());
close(grad((b) => logsubexp(at([1, 2]), b).sum())(at(0)).item(), -1 / (Math.E - 1) - 1 / (Math.exp(2) - 1));
`;

/** Runs a step, prints its time, and ends the script where it fails; gives the seconds. */
function step(name, run) {
  const began = performance.now();
  let problem;
  try {
    run();
  } catch (error) {
    problem = `${String(error.stdout ?? "").slice(-4000)}\n${error.message}`;
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`${problem === undefined ? "ok    " : "FAILED"} ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  count[problem === undefined ? "passed" : "failed"]++;
  if (problem === undefined) return seconds;
  console.log(
    `${problem}\nIf the code has changed on purpose, change this step in the guide. Its Chinese version has the same code, or` +
      ` "outdated: true" in its front matter.`,
  );
  throw new Error(name);
}

/** The code blocks of a guide, or of what follows a heading in it, each with the sentence above it. */
function blocksOf(path, heading = "") {
  const text = readFileSync(path, "utf8");
  const blocks = text.slice(text.indexOf(heading)).matchAll(/^(.+)\n\n?```\w*\n([\s\S]*?)^```$/gm);
  return Array.from(blocks, ([, sentence, code]) => ({ sentence, code }));
}

/** Does what the sentence above a code block says: creates a file, inserts below a line, or runs commands. */
function follow(clone, { sentence, code }) {
  const [, path, line] = /`([^`]+)`(?:(?:, insert after| 的) `([^`]+)`.*)?[:：]$/.exec(sentence) ?? [];
  if (/^(Run:|运行：)$/.test(sentence)) {
    for (const command of code.trim().split("\n"))
      execSync(command, { cwd: clone, stdio: "pipe", maxBuffer: 2 ** 28 });
    return;
  }
  if (path === undefined) throw new Error(`"${sentence}" stands above a code block and says no step`);
  const file = join(clone, path);
  if (line === undefined) {
    if (existsSync(file)) throw new Error(`${path} exists already: the guide needs an op that does not`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    return;
  }
  const lines = readFileSync(file, "utf8").split("\n");
  const found = lines.filter((text) => text.trim() === line).length;
  if (found !== 1) throw new Error(`${path} has ${found} lines "${line}"; choose one that is there once`);
  const at = lines.findIndex((text) => text.trim() === line);
  writeFileSync(file, lines.toSpliced(at + 1, 0, code.trimEnd()).join("\n"));
}

/** The commands of CONTRIBUTING.md for one package, behind the one that clones: `run` is called with each and its folder. */
function onePackage(clone, run) {
  const [, block] = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(clone, "CONTRIBUTING.md"), "utf8"));
  let folder = clone;
  for (const line of block.trim().split("\n").slice(1)) {
    const command = line.replace(/ +#.*/, "");
    if (command.startsWith("cd ")) folder = join(folder, command.slice(3));
    else run(command, folder);
  }
  return folder;
}

const [visitor, clone] = ["visitor", "contributing"].map((who) =>
  mkdtempSync(join(tmpdir(), `saccade-${who}-`)),
);
const shell = (command, cwd = clone) => execSync(command, { cwd, stdio: "pipe", maxBuffer: 2 ** 28 });
try {
  step("the Chinese guides have the same code", () => {
    for (const pair of guides) {
      if (/^outdated: true$/m.test(readFileSync(join(root, pair[1]), "utf8"))) continue;
      const [english, chinese] = pair.map((path) => blocksOf(join(root, path)).map(({ code }) => code));
      if (english.join("\n\n") !== chinese.join("\n\n"))
        throw new Error(`the code blocks of ${pair.join(" and ")} differ`);
    }
  });
  const get = `git clone --quiet --depth 1 ${JSON.stringify(`file://${root}`)} .`;
  shell(get, visitor);
  // They install no development tools, which elsewhere are there.
  step("the demo of a fresh clone", () =>
    shell("node tools/install demo && node apps/demo/scripts/build.mjs", visitor),
  );
  step("pnpm translate in a fresh clone", () => shell(`${pnpm} translate --examples 60 --epochs 1`, visitor));
  let first = step("clone HEAD", () => shell(get));
  let seen = false;
  const folder = onePackage(clone, (command, cwd) => {
    const seconds = step(command, () => shell(command, cwd));
    if (!seen) first += seconds;
    seen ||= command.endsWith(" test");
  });
  appendFileSync(join(folder, "src/index.ts"), "// A change.\n");
  const again = step("its tests again, after a change", () => shell(`${pnpm} test`, folder));
  console.log(`from a fresh clone to the package's tests ${first.toFixed(1)} s, again ${again.toFixed(1)} s`);
  step("install everything", () => shell(`${pnpm} install --frozen-lockfile`));
  for (const [guide] of guides)
    for (const block of blocksOf(join(clone, guide))) step(block.sentence, () => follow(clone, block));
  // The examples depend on all packages.
  writeFileSync(join(clone, "examples/use.mjs"), use);
  step("use the op", () => shell("node --import tsx --conditions=@saccade/source examples/use.mjs"));
  const page = blocksOf(join(clone, "apps/demo/README.md"), "## Adding a page");
  if (page.length > 4) throw new Error(`a page of the demo takes ${page.length} files; it took 4`);
  for (const block of page) step(block.sentence, () => follow(clone, block));
  step("the page's types", () => shell("npx tsc -p tsconfig.check.json"));
  step("build the page", () => shell("node apps/demo/scripts/build.mjs"));
} catch {
  // The step has told.
} finally {
  for (const folder of [visitor, clone]) rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
