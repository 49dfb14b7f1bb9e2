import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DeclarationReflection, ReflectionKind, type SignatureReflection } from "typedoc";
import type { Counterpart, Counterparts } from "./counterparts.ts";
import { isGenerated } from "./coverage.ts";
import { root } from "./entries.ts";
import { escape, exampleLines, fence, inlineCode, markdown, tagTexts } from "./markdown.ts";
import { isType, lastName, type Name } from "./names.ts";
import { anchor, indexPath, type Places, partOf } from "./places.ts";
import { callText, headText, typedText } from "./signature.ts";
import { commentsOf, isFunction, membersOf } from "./symbols.ts";
import {
  inheritedLines,
  opLines,
  optionsOf,
  optionsTaken,
  parameterLines,
  propertyLines,
  ruledLines,
} from "./tables.ts";
import { topicOf, topicTitle } from "./topics.ts";
import { namedBy } from "./type-names.ts";
import { words } from "./words.ts";

/** The data of a page besides the name that it documents. */
export interface Context {
  readonly places: Places;
  readonly counterparts: Counterparts;
  /** The names on the page of each. */
  readonly owned: ReadonlyMap<Name, readonly Name[]>;
  /** The names with pages that a source file declares. */
  readonly byFile: ReadonlyMap<string, readonly Name[]>;
}

/** The page of a name, with the types that only it uses. */
export function namePage(name: Name, context: Context): string {
  const { places, owned } = context;
  const { lang } = places;
  const topic = topicOf(name);
  const index = places.address(indexPath(name.entry));
  const crumbs = [
    `[${words.reference[lang]}](${places.address("")})`,
    `[${name.entry.name}](${index})`,
    `[${topicTitle(topic, lang)}](${index}#${topic.replaceAll("/", "-")})`,
  ];
  const parts = (owned.get(name) ?? []).filter((part) => part !== name);
  const shown = optionsTaken(signaturesOf(name), places);
  const lines = [
    `# ${escape(name.name)} {#page}`,
    "",
    crumbs.join(" › "),
    "",
    `${words.from[lang]} ${[name.entry, ...name.alsoIn].map((entry) => `\`${entry.name}\``).join(", ")}`,
    "",
    ...declarationLines(name, context),
    ...ruledLines(signaturesOf(name), places),
    ...shown.flatMap((options) => optionLines(options, context, parts.includes(options))),
    ...parts.filter((part) => !shown.includes(part)).flatMap((part) => partLines(part, context)),
    ...exampleSection(name, places),
    ...seeLines(name, context),
  ];
  return lines.join("\n").replaceAll(/\n{3,}/g, "\n\n");
}

function declarationLines(name: Name, context: Context): string[] {
  const { places } = context;
  const { reflection } = name;
  const { lang } = places;
  if (isFunction(reflection)) return callLines(reflection, lastName(name), places);
  const isObject = reflection.kindOf(ReflectionKind.Class | ReflectionKind.Interface);
  const isNamespace = reflection.kindOf(ReflectionKind.Namespace);
  const lines = isNamespace ? [] : [fence(isObject ? headText(reflection) : typedText(reflection)), ""];
  for (const comment of commentsOf(reflection)) lines.push(...textLines(comment, places));
  const members = membersOf(reflection).filter((member) => !isInside(member, name));
  for (const member of constructorsOf(reflection))
    lines.push(
      `## ${words.constructorOf[lang]} {#constructor}`,
      "",
      ...callLines(member, `new ${name.name}`, places, "###"),
    );
  const properties = isType(name) ? optionsOf(reflection) : members;
  const shown = isNamespace ? [...(reflection.children ?? [])].filter((each) => isName(each)) : properties;
  const rows = propertyLines(shown, places);
  if (rows.length > 0)
    lines.push(`## ${words[isNamespace ? "members" : "properties"][lang]} {#about-properties}`, "", ...rows);
  const methods = members.filter(
    (member) =>
      member.kindOf(ReflectionKind.Method) || (isNamespace && isFunction(member) && !member.isReference()),
  );
  lines.push(...methodLines(name, methods, context), ...inheritedLines(name, places));
  return [...lines, ...opLines(methods.filter(isGenerated), places)];
}

/** A class's constructor, or the one that it takes over from ours. */
function constructorsOf(reflection: DeclarationReflection): readonly DeclarationReflection[] {
  return (reflection.children ?? []).filter(
    ({ kind, flags }) => kind === ReflectionKind.Constructor && !flags.isExternal && !flags.isProtected,
  );
}

/** Whether a member of a namespace has its own page. */
function isInside(member: DeclarationReflection, { entry, reflection }: Name): boolean {
  return entry.main && reflection.kindOf(ReflectionKind.Namespace) && !member.isReference();
}

function isName(member: DeclarationReflection): boolean {
  return !member.kindOf(ReflectionKind.Interface | ReflectionKind.TypeAlias) || member.isReference();
}

function methodLines(
  name: Name,
  all: readonly DeclarationReflection[],
  { places, counterparts }: Context,
): string[] {
  const methods = all.filter((member) => !isGenerated(member));
  if (methods.length === 0) return [];
  return [
    `## ${words.methods[places.lang]} {#about-methods}`,
    "",
    ...methods.flatMap((member) => [
      `### ${escape(member.name)} {#${anchor(member.name)}}`,
      "",
      ...callLines(member, member.name, places, "####"),
      ...(member.signatures ?? []).flatMap(({ comment }) => exampleLines(comment, places)),
      ...pytorchLines(counterparts.ofMember(name, member), places),
      "",
    ]),
  ];
}

/** Signatures, descriptions, parameters, results and errors; not examples. */
function callLines(
  reflection: DeclarationReflection,
  name: string,
  places: Places,
  heading = "##",
): string[] {
  const signatures = reflection.signatures ?? [];
  const said = new Set<string>();
  const overloads = signatures.flatMap((signature) => {
    const text = textLines(signature.comment, places, heading === "##");
    const known = said.has(text.join("\n"));
    said.add(text.join("\n"));
    return [fence(callText(signature, name)), "", ...(known ? [] : text)];
  });
  const rows = parameterLines(signatures, places);
  const described = signatures.some(({ parameters = [] }) =>
    parameters.some(({ comment }) => comment !== undefined),
  );
  // In a list of methods a table for each would hide them; only those with a text are shown.
  const title = heading === "##" ? [`## ${words.parameters[places.lang]} {#about-parameters}`, ""] : [];
  return [...overloads, ...(rows.length > 0 && (heading !== "####" || described) ? [...title, ...rows] : [])];
}

function textLines(comment: Parameters<typeof tagTexts>[0], places: Places, own = true): string[] {
  if (comment === undefined) return [];
  const { lang } = places;
  const returns = tagTexts(comment, "@returns", places).map((text) => `**${words.returns[lang]}** ${text}`);
  const throws = tagTexts(comment, "@throws", places).map((text) => `**${words.throws[lang]}** ${text}`);
  const texts = [markdown(comment.summary, places), ...returns, ...throws];
  return (own ? texts : texts.filter((text) => text !== "")).flatMap((text) => [text, ""]);
}

function exampleSection({ reflection }: Name, places: Places): string[] {
  // Overloads share their examples.
  const blocks = new Set(commentsOf(reflection).map((comment) => exampleLines(comment, places).join("\n")));
  const lines = [...blocks].filter((block) => block !== "");
  return lines.length === 0 ? [] : [`## ${words.example[places.lang]} {#about-example}`, "", ...lines];
}

/** The signatures of a function or of a class's constructors. */
function signaturesOf({ reflection }: Name): readonly SignatureReflection[] {
  return [reflection, ...constructorsOf(reflection)].flatMap((each) => each.signatures ?? []);
}

function optionLines(options: Name, context: Context, here: boolean): string[] {
  const { places } = context;
  const { lang } = places;
  const rows = propertyLines(optionsOf(options.reflection), places, `${partOf(options)}-`);
  if (here) return partLines(options, context);
  const of = `${words.ofOptions[lang]} [\`${options.name}\`](${places.link(options)}).`;
  return [`## ${escape(lastName(options))} {#about-${partOf(options)}}`, "", of, "", ...rows];
}

/** A type on the page of the name that uses it. */
function partLines(part: Name, { places }: Context): string[] {
  const { reflection } = part;
  const isObject = reflection.kindOf(ReflectionKind.Interface);
  return [
    `## ${escape(lastName(part))} {#${partOf(part)}}`,
    "",
    fence(isObject ? headText(reflection) : typedText(reflection)),
    "",
    ...commentsOf(reflection).flatMap((comment) => textLines(comment, places)),
    ...propertyLines(optionsOf(reflection), places, `${partOf(part)}-`),
    ...membersOf(reflection)
      .filter((member) => member.kindOf(ReflectionKind.Method))
      .flatMap((member) => callLines(member, member.name, places, "####")),
    ...commentsOf(reflection).flatMap((comment) => exampleLines(comment, places)),
  ];
}

function pytorchLines(found: readonly Counterpart[], { lang }: Places): string[] {
  return found.map(({ pytorch, note }) => {
    const text = note === "" ? "" : ` (${note})`;
    // The table of names is only in English. No link of Markdown: VitePress would put dashes into the anchor.
    return `- ${words.pytorch[lang]} <a href="/guide/pytorch-names#${pytorch}"><code>${pytorch}</code></a>${text}`;
  });
}

function seeLines(name: Name, { places, counterparts, owned, byFile }: Context): string[] {
  const { lang } = places;
  const links = (names: readonly Name[]): string => {
    const shown = names.slice(0, 12).map((each) => `[\`${each.name}\`](${places.link(each)})`);
    return shown.join(", ") + (names.length > 12 ? ", …" : "");
  };
  const lines = pytorchLines(counterparts.of(name), places);
  if (!name.reflection.kindOf(ReflectionKind.Namespace)) {
    const used = (owned.get(name) ?? []).flatMap((each) => [...namedBy(each.reflection)]);
    const types = [...new Set(used.map((type) => places.of(type)))]
      .filter((type) => type !== undefined)
      // Options are declared by a contract, whose types mean nothing to readers.
      .filter((type) => places.owner(type) !== name && !type.entry.name.endsWith("/contract"));
    const nearby = (byFile.get(name.file) ?? []).filter((each) => each !== name && !types.includes(each));
    if (types.length > 0) lines.push(`- ${words.types[lang]} ${links(types)}`);
    if (nearby.length > 0) lines.push(`- ${words.nearby[lang]} ${links(nearby)}`);
  }
  const place = inlineCode(`${name.file}:${lineOf(name)}`);
  lines.push(`- ${words.source[lang]} [${place}](${sourceAddress(name)})`, "");
  return [`## ${words.see[lang]} {#about-see}`, "", ...lines];
}

function lineOf({ reflection }: Name): number {
  return (reflection.sources?.[0] ?? reflection.signatures?.[0]?.sources?.[0])?.line ?? 1;
}

/** The source as the site has it, at the words that declare the name. */
function sourceAddress(name: Name): string {
  const line = readFileSync(join(root, name.file), "utf8").split("\n")[lineOf(name) - 1] ?? "";
  const words = /^[\w$ ]*[\w$]/.exec(line.trim())?.[0] ?? "";
  return `/source/${name.file}.txt${words === "" ? "" : `#:~:text=${encodeURIComponent(words)}`}`;
}
