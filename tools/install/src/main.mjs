// node tools/install [examples | demo]: installs what scripts of that name need, once; without a name, everything.
import { spawn } from "node:child_process";
import { readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { explain, proxyOf } from "./failure.mjs";
import { argumentsFor, pnpmCommand, sets, setsToInstall } from "./plan.mjs";
import { follow } from "./progress.mjs";
import { readState, writeMark } from "./state.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const wanted = process.argv[2] ?? "everything";
if (!Object.hasOwn(sets, wanted)) throw new Error(`node tools/install takes ${Object.keys(sets).join(", ")}`);

const state = readState(root);
const missing = setsToInstall(wanted, state);
if (missing.length > 0) await install(missing);

async function install(names) {
  const progress = follow(sets[names.includes("everything") ? "everything" : wanted].title, process.stderr);
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [command, ...first] = pnpmCommand(process.env, packageManager, process.execPath);
  // npx is a script of the shell on Windows.
  const shell = process.platform === "win32" && command === "npx";
  const pnpm = spawn(command, [...first, ...argumentsFor(names)], {
    cwd: root,
    shell,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      interrupted = true;
      pnpm.kill(signal);
    });
  let output = "";
  for (const stream of [pnpm.stdout, pnpm.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      progress.read(text);
    });
  const status = await new Promise((resolve) => {
    pnpm.on("error", (error) => {
      output += `Error: ${error.message}\n`;
      resolve(1);
    });
    pnpm.on("close", resolve);
  });
  progress.end(status === 0);
  if (interrupted) {
    console.error("Interrupted: nothing is broken, the next run installs the rest.");
    process.exit(130);
  }
  if (status !== 0) {
    const { bavail, bsize } = statfsSync(root);
    const free = Math.floor((bavail * bsize) / 1e6);
    console.error(explain(output, { proxy: proxyOf(process.env), free }));
    process.exit(1);
  }
  writeMark(root, { lockfile: state.lockfile, sets: names });
}
