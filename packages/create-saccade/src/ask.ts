import { cancel, intro, isCancel, select, text } from "@clack/prompts";
import type { CommandLine } from "./command-line.ts";
import { checkEmpty, type ProjectOptions, packageName } from "./create-project.ts";
import { CreateError } from "./errors.ts";
import { templateNames, templates } from "./templates.ts";

/** Prompts in the terminal for values that the command line lacks. Null if the user cancels. */
export async function ask(line: CommandLine): Promise<ProjectOptions | null> {
  intro("create-saccade");
  const folder = line.folder ?? (await askFolder());
  const template = folder === null ? null : (line.template ?? (await askTemplate()));
  if (folder !== null && template !== null) return { folder, template };
  cancel("Nothing was created.");
  return null;
}

async function askFolder(): Promise<string | null> {
  for (let message = "Folder"; ; ) {
    const answer = await text({ message, placeholder: "my-app", defaultValue: "my-app" });
    if (isCancel(answer)) return null;
    const problem = await folderProblem(answer);
    if (problem === null) return answer;
    message = `Folder: ${problem}`;
  }
}

async function folderProblem(folder: string): Promise<string | null> {
  try {
    packageName(folder);
    await checkEmpty(folder);
    return null;
  } catch (error) {
    if (error instanceof CreateError) return error.message;
    throw error;
  }
}

async function askTemplate(): Promise<ProjectOptions["template"] | null> {
  const options = templateNames.map((value) => ({ value, label: value, hint: templates[value].about }));
  const answer = await select({ message: "Template", options });
  return isCancel(answer) ? null : answer;
}

/** @throws CreateError naming the missing values, without a terminal to prompt in. */
export function withoutAsking({ folder, template }: CommandLine): ProjectOptions {
  if (folder !== null && template !== null) return { folder, template };
  const missing = [folder === null ? "a folder" : null, template === null ? "--template page or node" : null];
  throw new CreateError(
    `without a terminal to ask at, give ${missing.filter((part) => part !== null).join(" and ")}, ` +
      "as in: npm create saccade my-app -- --template page",
  );
}
