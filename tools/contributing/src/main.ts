// Follows the path of a new contributor: clones HEAD, installs, tests one package, adds an op as the guide says, and uses
// it. pnpm test:contributing
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inserted, type Step, stepsOf } from "./guide.ts";
import { type Ran, run } from "./shell.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const guide = "apps/docs/guide/add-an-op.md";
const cure = `If the code has changed on purpose, change this step in ${guide} and in apps/docs/zh/guide/add-an-op.md.`;
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const pnpm = `npx -y ${packageManager}`;

/** Uses what the guide made: its value, its first and second derivative, and autograd through a broadcast. */
const use = `
import { grad, valueAndGrad } from "@saccade/autograd";
import { logaddexp, tensor } from "@saccade/tensor";
const close = (a, b) => {
  if (!(Math.abs(a - b) < 1e-12)) throw new Error(a + " is not " + b);
};
const at = (x) => tensor(x, { dtype: "float64" });
const x = at(0.5);
const sum = (a) => logaddexp(a, at(1)).sum();
const sigma = 1 / (1 + Math.exp(0.5));
const { value, grads } = valueAndGrad(() => sum(x), { x });
close(value.item(), Math.log(Math.exp(0.5) + Math.E));
close(grads.x.item(), sigma);
close(grad((a) => grad(sum)(a).sum())(x).item(), sigma * (1 - sigma));
close(x.logaddexp(1).item(), value.item());
close(grad((b) => at([0, 1]).logaddexp(b).sum())(at(2)).item(), 1 / (1 + Math.exp(-2)) + 1 / (1 + Math.exp(-1)));
`;

const count = { passed: 0, failed: 0 };
const total = { wall: 0, cpu: 0 };

function tell(name: string, ran: Omit<Ran, "output">, problem: string): void {
  total.wall += ran.wall;
  total.cpu += ran.cpu;
  count[ran.ok ? "passed" : "failed"]++;
  const times = `${ran.wall.toFixed(1).padStart(6)} s, ${ran.cpu.toFixed(1).padStart(6)} s of CPU`;
  console.log(`${ran.ok ? "ok    " : "FAILED"} ${times}  ${name}`);
  if (!ran.ok) console.log(problem);
}

/** Runs a command. Returns whether it went well. */
function command(name: string, line: string, cwd: string, advice: string): boolean {
  const ran = run(line, cwd);
  tell(name, ran, `${ran.output.slice(-4000)}\n${advice}`);
  return ran.ok;
}

function write(clone: string, step: Exclude<Step, { kind: "run" }>): void {
  const path = join(clone, step.path);
  if (step.kind === "insert") {
    if (!existsSync(path)) throw new Error(`there is no file ${step.path}`);
    writeFileSync(path, inserted(readFileSync(path, "utf8"), step));
  } else {
    if (existsSync(path)) throw new Error(`${step.path} exists already: the guide needs an op that does not`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${step.code}\n`);
  }
}

/** Takes one step of the guide. Returns whether it went well. */
function take(clone: string, step: Step): boolean {
  if (step.kind === "run") {
    const lines = step.code.split("\n");
    return lines.every((line) => command(`${step.section}: ${line}`, line, clone, cure));
  }
  try {
    write(clone, step);
    tell(`${step.section}: ${step.kind} ${step.path}`, { ok: true, wall: 0, cpu: 0 }, "");
    return true;
  } catch (error) {
    const problem = `${error instanceof Error ? error.message : error}. ${cure}`;
    tell(`${step.section}: ${step.kind} ${step.path}`, { ok: false, wall: 0, cpu: 0 }, problem);
    return false;
  }
}

function contribute(clone: string): void {
  const from = JSON.stringify(`file://${root}`);
  const test = `${pnpm} --filter @saccade/tensor test`;
  const ready =
    command("clone HEAD", `git clone --quiet --depth 1 ${from} .`, clone, "Is this a git checkout?") &&
    command("install", `${pnpm} install --frozen-lockfile`, clone, "pnpm-lock.yaml must fit package.json.") &&
    command(`test one package: ${test}`, test, clone, "Its tests must pass before a contributor starts.");
  if (!ready) return;
  for (const step of stepsOf(readFileSync(join(clone, guide), "utf8"))) if (!take(clone, step)) return;
  // The examples depend on all packages.
  writeFileSync(join(clone, "examples/use.mjs"), use);
  command("use the op", "node --import tsx --conditions=@saccade/source examples/use.mjs", clone, cure);
}

const clone = mkdtempSync(join(tmpdir(), "saccade-contributing-"));
try {
  contribute(clone);
} finally {
  rmSync(clone, { recursive: true, force: true });
}
console.log(`\n${total.wall.toFixed(0)} s, ${total.cpu.toFixed(0)} s of CPU`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
