import { parseArgs } from "node:util";
import { CreateError } from "./errors.ts";
import { checkTemplate, type TemplateName, templateNames, templates } from "./templates.ts";

/** The choices of the command line; null for one that it leaves open. */
export interface CommandLine {
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
