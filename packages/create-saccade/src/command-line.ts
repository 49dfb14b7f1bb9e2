import { parseArgs } from "node:util";
import { cancel, intro, isCancel, select, text } from "@clack/prompts";
import { checkEmpty, type ProjectOptions, packageName } from "./create-project.ts";
import { CreateError, checkTemplate, type TemplateName, templateNames, templates } from "./templates.ts";

// The arguments of the command line, and the questions that they leave open.

/** The choices of the command line; null for one that it leaves open. */
interface CommandLine {
  readonly folder: string | null;
  readonly template: TemplateName | null;
}

const options = {
  template: { type: "string", short: "t" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

const about: string = templateNames.map((name) => `    ${name}  ${templates[name].about}`).join("\n");

const help = (version: string): string => `create-saccade/${version}

Usage:
  $ create-saccade [folder] [options]

  Creates a project that trains attention. Templates:

${about}

Options:
  -t, --template <name>  ${templateNames.join(" or ")}
  -v, --version          Print the version
  -h, --help             Display this message

Examples:
npm create saccade my-app -- --template page
pnpm create saccade my-app --template node`;

/**
 * Reads the arguments. Null after --help or --version, which print.
 *
 * @throws CreateError for an unknown option, and for a wrong value.
 */
export function readCommandLine(args: readonly string[], version: string): CommandLine | null {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  if (values.help === true || values.version === true) {
    console.log(values.help === true ? help(version) : version);
    return null;
  }
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  const unknown = given.find(({ name }) => !Object.hasOwn(options, name));
  if (unknown !== undefined) {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new CreateError(`no option ${unknown.rawName}; the options are ${known.join(", ")}`);
  }
  const [folder, more] = positionals;
  if (more !== undefined) throw new CreateError(`one folder, please: "${more}" is one too many`);
  const { template = null } = values;
  if (template === null) return { folder: folder ?? null, template };
  if (typeof template !== "string" || given.length > 1)
    throw new CreateError(`--template takes one name: ${templateNames.join(" or ")}`);
  return { folder: folder ?? null, template: checkTemplate("--template", template) };
}

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
