import cac from "cac";
import { CreateError } from "./errors.ts";
import { nearest } from "./nearest.ts";
import { checkTemplate, type TemplateName, templateNames, templates } from "./templates.ts";

/** What the command line asks for; null where it leaves a choice open. */
export interface CommandLine {
  readonly folder: string | null;
  readonly template: TemplateName | null;
}

const program = "create-saccade";

const about: string = templateNames.map((name) => `    ${name}  ${templates[name].about}`).join("\n");

/**
 * Reads the arguments. Null after --help or --version, which print.
 *
 * @throws CreateError for an unknown option, naming the nearest, and for a wrong value.
 */
export function readCommandLine(args: readonly string[], version: string): CommandLine | null {
  const cli = cac(program);
  cli
    .usage(`[folder] [options]\n\n  Creates a project that trains attention. Templates:\n\n${about}`)
    .option("-t, --template <name>", templateNames.join(" or "))
    .option("-v, --version", "Print the version")
    .example("npm create saccade my-app -- --template page")
    .example("pnpm create saccade my-app --template node")
    .help();
  const { options, args: folders } = cli.parse(["node", program, ...args], { run: false });
  if (options["help"]) return null;
  const known = cli.globalCommand.options.flatMap((option) => option.names);
  for (const key of Object.keys(options)) if (key !== "--") checkOption(key, known);
  if (options["version"]) {
    console.log(version);
    return null;
  }
  const [folder, ...more] = folders;
  if (more.length > 0) throw new CreateError(`one folder, please: "${more[0]}" is one too many`);
  return { folder: folder ?? null, template: templateOf(options["template"]) };
}

function checkOption(key: string, known: readonly string[]): void {
  if (known.includes(key)) return;
  const dashed = (name: string): string => `${name.length === 1 ? "-" : "--"}${name}`;
  const near = nearest(
    key,
    known.filter((name) => name.length > 1),
  );
  throw new CreateError(
    `no option ${dashed(key)}; ${near === null ? "see --help" : `did you mean ${dashed(near)}?`}`,
  );
}

function templateOf(value: unknown): TemplateName | null {
  if (value === undefined) return null;
  if (typeof value !== "string" && typeof value !== "number")
    throw new CreateError(`--template takes one name: ${templateNames.join(" or ")}`);
  return checkTemplate("--template", String(value));
}
