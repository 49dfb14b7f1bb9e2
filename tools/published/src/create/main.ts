// Creates a project of each template with the packed create-saccade, installs it from the packed packages, builds it and
// runs it, the page in Chromium; and follows the quick start: pnpm test:create.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { executablePath } from "../browser.ts";
import { packAll } from "../pack.ts";
import { check, checkIn, skip } from "../tally.ts";
import { command, failure } from "./command.ts";
import { lintProblems } from "./lint.ts";
import { runProgram } from "./node-program.ts";
import { testFirstStart, testPage } from "./page.ts";
import { preview } from "./preview.ts";
import { install, installCreate } from "./projects.ts";
import { followQuickStart, translationProblems } from "./quick-start.ts";
import { wrongCalls } from "./wrong-calls.ts";

async function create(
  program: string,
  template: string,
  project: string,
  script: string,
): Promise<readonly string[]> {
  const ended = await command(dirname(project), program, project, "--template", template);
  const steps = ["npm install", script].filter((step) => !ended.stdout.includes(`  ${step}\n`));
  return [...failure(ended), ...steps.map((step) => `the next steps lack ${step}`)];
}

async function script(project: string, name: string): Promise<readonly string[]> {
  return failure(await command(project, "npm", "run", "--silent", name));
}

await checkIn("create", async (folder) => {
  const program = join(folder, "node_modules/.bin/create-saccade");
  const [node, page] = [join(folder, "node-app"), join(folder, "page-app")];
  const packed = await packAll();
  await check("the quick start, followed in an empty folder", () =>
    followQuickStart(join(folder, "my-app"), packed),
  );
  await check("the quick start in Chinese has the same commands and programs", translationProblems);
  await check("create-saccade installs", () => installCreate(folder, packed));
  await wrongCalls(folder, program);
  await check("node: is created", () => create(program, "node", node, "npm start"));
  await check("page: is created", () => create(program, "page", page, "npm run dev"));
  for (const [name, project] of Object.entries({ node, page })) {
    await check(`${name}: installs`, () => install(project, packed));
    await check(`${name}: npm run typecheck`, () => script(project, "typecheck"));
    await check(`${name}: npm run build`, () => script(project, "build"));
    await check(`${name}: npm run lint reports a tensor as a condition`, () => lintProblems(project));
  }
  await check("node: trains, prints attention, saves and loads", () => runProgram(node));
  if (existsSync(executablePath)) {
    const server = await preview(page);
    await testPage(server.origin).finally(() => server.close());
    const dev = await preview(page, "dev");
    await testFirstStart(dev.origin).finally(() => dev.close());
  } else skip("the page", `no Chromium at ${executablePath}; install it, or set CHROMIUM`);
});
