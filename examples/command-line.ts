import { parseArgs } from "node:util";
import { UsageError } from "./usage.ts";

/** An option: its flag, such as "--seed <n>", what it is for, and the value where it is not given. */
export type OptionLine = readonly [flag: string, about: string, standard?: string | number];

export interface Arguments {
  /**
   * By name in camel case: the text that was given, a number where the flag says <n>, <x> or <p>, true where no value was
   * given; a list for an option that was given several times.
   */
  readonly options: Readonly<Record<string, unknown>>;
  /** The options that were given. */
  readonly given: ReadonlySet<string>;
  /** The arguments that are not options. */
  readonly args: readonly string[];
}

/** Reads a command line; null when it only asked for help, which is then printed. @throws UsageError for unknown options. */
export function readArguments(
  program: string,
  about: string,
  lines: readonly OptionLine[],
  argv: readonly string[],
): Arguments | null {
  const types = Object.fromEntries(
    lines.map(([flag]) => [nameOf(flag), { type: flag.includes("<") ? "string" : "boolean" } as const]),
  );
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options: { ...types, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const written = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  if (written.some(({ name }) => name === "help")) {
    console.log(helpOf(program, about, lines));
    return null;
  }
  const values = new Map<string, unknown[]>();
  for (const { name, rawName, value, inlineValue } of written) {
    const [flag] = lines.find((line) => nameOf(line[0]) === name) ?? [];
    if (flag === undefined) throw new UsageError(`unknown option ${rawName}.`);
    if (value !== undefined && !flag.includes("<")) throw new UsageError(`${rawName} takes no value.`);
    if (value?.startsWith("--") && !inlineValue) throw new UsageError(`${rawName} takes one value.`);
    const isNumber = /<[nxp]>/.test(flag) && Number.isFinite(Number(value || undefined));
    const key = camel(name);
    values.set(key, [...(values.get(key) ?? []), isNumber ? Number(value) : (value ?? true)]);
  }
  const options: Record<string, unknown> = {};
  for (const [flag, , standard] of lines) options[camel(nameOf(flag))] = standard;
  for (const [key, list] of values) options[key] = list.length === 1 ? list[0] : list;
  return { options, given: new Set(values.keys()), args: positionals };
}

/** The value of an option as a whole number from `least` up. @throws UsageError */
export function wholeNumber(flag: string, value: unknown, least: number = 0, once: string = ""): number {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= least) return number;
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  throw new UsageError(`--${flag} takes a whole number from ${least} up${once}, not ${shown}.`);
}

/** The value of an option as one of some names. @throws UsageError */
export function oneOf<const N extends string>(flag: string, value: string, names: readonly N[]): N {
  const known = names.find((name) => name === value);
  if (known !== undefined) return known;
  throw new UsageError(`--${flag} ${value}: choose one of ${names.join(", ")}.`);
}

function nameOf(flag: string): string {
  return flag.slice(2).split(" ")[0]!;
}

/** "stop-at" as `options` has it: "stopAt". */
export function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function helpOf(program: string, about: string, lines: readonly OptionLine[]): string {
  const all: readonly OptionLine[] = [...lines, ["-h, --help", "Display this message"]];
  const width = Math.max(...all.map(([flag]) => flag.length));
  const rows = all.map(([flag, words, standard]) => {
    const rest = standard === undefined ? "" : ` (default: ${standard})`;
    return `  ${flag.padEnd(width)}  ${words}${rest}`;
  });
  return `Usage: ${program} ${about}\n\nOptions:\n${rows.join("\n")}`;
}
