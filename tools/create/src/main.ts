// Creates a project of each template with the packed create-saccade, installs it from the packed packages, builds it and
// runs it, the page in Chromium: pnpm test:create.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packAll } from "@saccade/packed";
import { command, failure } from "./command.ts";
import { runProgram } from "./node-program.ts";
import { executablePath, testPage } from "./page.ts";
import { preview } from "./preview.ts";
import { install, installCreate } from "./projects.ts";
import { Tally } from "./tally.ts";
import { wrongCalls } from "./wrong-calls.ts";

const tally = new Tally();
const folder = await mkdtemp(join(tmpdir(), "saccade-create-"));
const program = join(folder, "node_modules/.bin/create-saccade");
const node = join(folder, "node-app");
const page = join(folder, "page-app");

async function create(template: string, project: string, script: string): Promise<readonly string[]> {
  const ended = await command(folder, program, project, "--template", template);
  const steps = ["npm install", script].filter((step) => !ended.stdout.includes(`  ${step}\n`));
  return [...failure(ended), ...steps.map((step) => `the next steps lack ${step}`)];
}

async function script(project: string, name: string): Promise<readonly string[]> {
  return failure(await command(project, "npm", "run", "--silent", name));
}

try {
  const packed = await packAll(join(folder, "tarballs"));
  await tally.check("create-saccade installs", () => installCreate(folder, packed));
  await wrongCalls(folder, program, tally);
  await tally.check("node: is created", () => create("node", node, "npm start"));
  await tally.check("page: is created", () => create("page", page, "npm run dev"));
  for (const [name, project] of Object.entries({ node, page })) {
    await tally.check(`${name}: installs`, () => install(project, packed));
    await tally.check(`${name}: npm run typecheck`, () => script(project, "typecheck"));
    await tally.check(`${name}: npm run build`, () => script(project, "build"));
  }
  await tally.check("node: trains, prints attention, saves and loads", () => runProgram(node));
  if (existsSync(executablePath)) {
    const server = await preview(page);
    await testPage(server.origin, tally).finally(() => server.close());
  } else console.log(`skip   the page: no Chromium at ${executablePath}; install it, or set CHROMIUM`);
} catch (error) {
  tally.tell("the tests themselves", [String(error)]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
