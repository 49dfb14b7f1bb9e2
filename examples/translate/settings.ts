import { grammarLanguages } from "../align/options.ts";
import { UsageError } from "../usage.ts";
import { modelNames, modelProblems } from "./models.ts";
import type { TranslateOptions } from "./options.ts";
import { fits, type NumberName, numberNames, ruleOf } from "./ranges.ts";

type Name = NumberName | "shuffle" | "data" | "model" | "grammar";

const names: readonly Name[] = [...numberNames, "shuffle", "data", "model", "grammar"];

/** The settings of a run: a checkpoint keeps them, so that a resumed run needs no option repeated. */
export type Settings = Pick<TranslateOptions, Name>;

// These may change when a run goes on; the others are what its weights and its place in the data belong to.
const changeable: readonly string[] = ["epochs", "lr", "clip", "data"];

export function settingsOf(options: TranslateOptions): Settings {
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Settings;
}

/** The problems of the settings in a checkpoint, a line each; none where they are valid. */
export function settingsProblems(saved: Readonly<Record<string, unknown>>): string[] {
  const problems = numberNames.flatMap((name) =>
    fits(name, saved[name]) ? [] : [`${name} must be ${ruleOf(name)}, got ${shown(saved[name])}`],
  );
  const { shuffle, data, model, grammar } = saved;
  if (typeof shuffle !== "boolean") problems.push(`shuffle must be true or false, got ${shown(shuffle)}`);
  if (data !== undefined && (typeof data !== "string" || data === ""))
    problems.push(`data must be the path of a file, got ${shown(data)}`);
  if (model !== undefined && !modelNames.some((known) => known === model))
    problems.push(`model must be one of ${modelNames.join(", ")}, got ${shown(model)}`);
  if (grammar !== undefined && !grammarLanguages.some((known) => known === grammar))
    problems.push(`grammar must be one of ${grammarLanguages.join(", ")}, got ${shown(grammar)}`);
  if (grammar !== undefined && data !== undefined) problems.push("grammar and data exclude each other");
  for (const name of Object.keys(saved))
    if (!names.some((known) => known === name)) problems.push(`${name} is unknown`);
  return problems.length > 0 ? problems : modelProblems(saved as Settings);
}

/** Bytes that the weights of a run take at least: its GRUs and embeddings alone, vocabularies of one word. */
export function leastBytes({ embed, hidden, layers }: Settings): number {
  return 4 * (embed + 3 * hidden * hidden * layers);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * The settings of a resumed run: the checkpoint's, but for what was given again on the command line.
 *
 * @throws UsageError when an option that cannot change was given another value.
 */
export function resumedSettings(saved: Settings, options: TranslateOptions): Settings {
  const merged: Record<string, unknown> = { ...saved };
  for (const name of names) {
    if (!options.given.has(name) || options[name] === saved[name]) continue;
    if (!changeable.includes(name)) {
      throw new UsageError(
        `the checkpoint was made with ${name} ${told(name, saved)}, not ${told(name, options)}; leave the option out, or start anew.`,
      );
    }
    if (name === "data" && saved.grammar !== undefined) {
      throw new UsageError(`the checkpoint was made with --grammar ${saved.grammar}; leave --data out.`);
    }
    merged[name] = options[name];
  }
  return merged as Settings;
}

/** A setting's value in words. Without --model it is the seeds', without --grammar there is none. */
function told(name: Name, settings: Settings): string {
  if (name === "model") return settings.model ?? "seed";
  if (name === "grammar") return settings.grammar ?? "none";
  return String(settings[name]);
}
