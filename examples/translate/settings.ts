import { UsageError } from "../usage.ts";
import type { TranslateOptions } from "./options.ts";

const names = [
  "examples",
  "minFreq",
  "embed",
  "hidden",
  "layers",
  "dropout",
  "batch",
  "length",
  "lr",
  "epochs",
  "clip",
  "seed",
  "shuffle",
  "data",
] as const;

/** What makes a run what it is: a checkpoint keeps it, so that a resumed run needs no option repeated. */
export type Settings = Pick<TranslateOptions, (typeof names)[number]>;

// These may change when a run goes on; the others are what its weights and its place in the data belong to.
const changeable: readonly string[] = ["epochs", "lr", "clip", "data"];

export function settingsOf(options: TranslateOptions): Settings {
  return Object.fromEntries(names.map((name) => [name, options[name]])) as Settings;
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
        `the checkpoint was made with ${name} ${saved[name]}, not ${options[name]}; leave the option out, or start anew.`,
      );
    }
    merged[name] = options[name];
  }
  return merged as Settings;
}
