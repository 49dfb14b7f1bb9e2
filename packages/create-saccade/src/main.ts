#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { ask, readCommandLine, withoutAsking } from "./command-line.ts";
import { createProject, nextSteps } from "./create-project.ts";
import { CreateError } from "./templates.ts";

async function main(): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const line = readCommandLine(process.argv.slice(2), version);
  if (line === null) return;
  const complete = line.folder !== null && line.template !== null;
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const options = complete || !isTerminal ? withoutAsking(line) : await ask(line);
  if (options === null) {
    process.exitCode = 1;
    return;
  }
  const project = await createProject(options);
  const steps = nextSteps(project, options.template, process.env["npm_config_user_agent"] ?? "");
  console.log(`Created ${project.name} in ${project.folder} (${project.files.length} files). Next:\n`);
  for (const step of steps) console.log(`  ${step}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  console.error(`create-saccade: ${error.message}`);
  process.exitCode = 2;
}
