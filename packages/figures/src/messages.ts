/** The texts of a page or figure in each language. */
export type Dictionary<Texts> = Readonly<Record<"en" | "zh", Texts>>;

/** A translation. A text that it lacks is shown in English; a list is translated whole. */
export type Translation<Texts> = Texts extends string | number | readonly unknown[]
  ? Texts
  : { readonly [Name in keyof Texts]?: Translation<Texts[Name]> };

type Load<Texts> = () => Promise<{ readonly default: Translation<Texts> }>;

/** What loads the Chinese texts of the modules that are there, until it has done so. */
const missing = new Set<() => Promise<void>>();

/**
 * The texts of two message files: `dictionary(en, () => import("./zh.json"))`. Its type is that of the English file.
 * The Chinese ones come with {@link translations}; before that, and without a Chinese file, they are the English ones.
 */
export function dictionary<Texts extends object>(en: Texts, zh?: Load<NoInfer<Texts>>): Dictionary<Texts> {
  const texts = { en, zh: en };
  if (zh === undefined) return texts;
  const load = async (): Promise<void> => {
    texts.zh = translated(en, (await zh()).default);
    missing.delete(load);
  };
  missing.add(load);
  return texts;
}

/**
 * Loads the texts of all modules that are there, in a language. Await it before one of them is shown in that language.
 *
 * @throws Error if a file could not be loaded; a later call tries again.
 */
export async function translations(lang: "en" | "zh"): Promise<void> {
  if (lang === "zh") await Promise.all([...missing].map((load) => load()));
}

/** English texts, with those of a translation in their places. */
export function translated<Texts extends object>(en: Texts, own: Translation<NoInfer<Texts>>): Texts {
  const texts = Object.entries(own).map(([name, text]) => {
    const group: unknown = Object(en)[name];
    return [name, isGroup(group) && isGroup(text) ? translated(group, text) : text];
  });
  return { ...en, ...Object.fromEntries(texts) };
}

const isGroup = (text: unknown): text is object =>
  typeof text === "object" && text !== null && !Array.isArray(text);

/** What a message's fields stand for. */
export type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * A message with its fields filled, in the part of ICU's notation that the texts use: `{name}`; `{count, number}`, with a comma
 * before each three digits; `{count, plural, =0 {none} one {1 head} other {{count} heads}}`; and
 * `{side, select, left {…} other {…}}`, which compares the value's text, such as true, null or undefined.
 *
 * @throws Error if a field has no value.
 */
export function fill(message: string, values: Values): string {
  let text = "";
  for (let at = 0; at < message.length; at++) {
    if (message[at] !== "{") {
      text += message[at];
      continue;
    }
    const end = closing(message, at);
    text += filled(message.slice(at + 1, end), values);
    at = end;
  }
  return text;
}

function filled(field: string, values: Values): string {
  const [, name = field, kind, forms] = /^(\w+)(?:, (\w+))?(?:, (.*))?$/s.exec(field) ?? [];
  if (!(name in values)) throw new Error(`fill: "{${field}}" has no value.`);
  const value = values[name];
  if (forms === undefined) return kind === "number" ? grouped(Number(value)) : String(value);
  const keys = kind === "plural" ? [`=${value}`, value === 1 ? "one" : "other"] : [String(value)];
  for (let at = 0; at < forms.length; ) {
    const open = forms.indexOf("{", at);
    const end = closing(forms, open);
    const key = forms.slice(at, open).trim();
    if (keys.includes(key) || key === "other") return fill(forms.slice(open + 1, end), values);
    at = end + 1;
  }
  throw new Error(`fill: "{${field}}" has no form for ${value}.`);
}

/** Where the brace that opens at a place closes. */
function closing(message: string, open: number): number {
  let depth = 0;
  for (let at = open; at < message.length; at++) {
    if (message[at] === "{") depth++;
    if (message[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`fill: a brace of "${message}" is not closed.`);
}

/**
 * A number of at most two decimals, with a comma before each three digits, as English and Chinese write it.
 * Not by Intl: its first use in a page takes 15 ms, which is a long task on a slow machine.
 */
export function grouped(value: number): string {
  return String(value).replace(/\d(?=(\d{3})+(\.|$))/g, "$&,");
}

/** A share in whole percents. */
export const wholePercent = (share: number): string => `${Math.round(100 * share)} %`;

/** A share in percent, with one decimal where it is small. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`;
}
