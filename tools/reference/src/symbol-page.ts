import { type DeclarationReflection, ReflectionKind } from "typedoc";
import { isGenerated } from "./coverage.ts";
import { commentLines, escape, fence, firstSentence, markdown } from "./markdown.ts";
import { anchor, link, type Places } from "./places.ts";
import { callText, headText, typedText, valuesText } from "./signature.ts";
import { commentsOf, isFunction, membersOf, type PublicSymbol } from "./symbols.ts";

/** A page for the symbols that one source file declares. */
export function pageText(symbols: readonly PublicSymbol[], places: Places, source: string): string {
  const names = symbols.map(({ name }) => name);
  const title = names.length > 3 ? `${names.slice(0, 3).join(", ")}, …` : names.join(", ");
  const lines = ["---", `title: ${JSON.stringify(title)}`, "outline: [2, 3]", "editLink: false", "---", ""];
  lines.push(`# ${escape(title)} {#page}`, "");
  for (const symbol of symbols) lines.push(...symbolLines(symbol, places));
  lines.push(`Source: \`${source}\``, "");
  return lines.join("\n").replaceAll(/\n{3,}/g, "\n\n");
}

function symbolLines(symbol: PublicSymbol, places: Places): string[] {
  const { reflection, name, entry } = symbol;
  const id = anchor(name);
  const from = [entry, ...symbol.alsoIn].map(({ name }) => `\`${name}\``).join(", ");
  const lines = [`## ${escape(name)} {#${id}}`, "", `From ${from}`, ""];
  if (isFunction(reflection)) return [...lines, ...callLines(reflection, name, places)];
  const isObject = reflection.kindOf(ReflectionKind.Class | ReflectionKind.Interface);
  if (!reflection.kindOf(ReflectionKind.Namespace))
    lines.push(fence(isObject ? headText(reflection) : typedText(reflection)), "");
  for (const comment of commentsOf(reflection)) lines.push(...commentLines(comment, places));
  const members = membersOf(reflection);
  for (const member of members.filter((member) => member.kindOf(ReflectionKind.Constructor)))
    lines.push(
      `### new ${escape(name)} {#${id}-constructor}`,
      "",
      ...callLines(member, `new ${name}`, places),
    );
  const inner = reflection.kindOf(ReflectionKind.Namespace)
    ? members.filter((member) => member.kindOf(ReflectionKind.Interface | ReflectionKind.TypeAlias))
    : [];
  lines.push(
    ...propertyTable(
      [...members.filter((member) => !inner.includes(member)), ...inheritedOptions(reflection, members)],
      id,
      places,
    ),
  );
  const methods = members.filter(
    (member) => member.kindOf(ReflectionKind.Method) || isFunctionOfNamespace(member, reflection),
  );
  lines.push(...opTable(methods.filter(isGenerated), id, places));
  for (const member of methods.filter((member) => !isGenerated(member)))
    lines.push(
      `### ${escape(member.name)} {#${id}-${anchor(member.name)}}`,
      "",
      ...callLines(member, member.name, places),
    );
  for (const type of inner) {
    const own = `${id}-${anchor(type.name)}`;
    lines.push(`### ${escape(type.name)} {#${own}}`, "");
    for (const comment of commentsOf(type)) lines.push(...commentLines(comment, places));
    lines.push(...propertyTable(membersOf(type), own, places).slice(2), "");
  }
  return lines;
}

/** A function that a namespace alone exports: its page is the namespace's. */
function isFunctionOfNamespace(member: DeclarationReflection, owner: DeclarationReflection): boolean {
  return owner.kindOf(ReflectionKind.Namespace) && !member.isReference() && isFunction(member);
}

function callLines(reflection: DeclarationReflection, name: string, places: Places): string[] {
  const signatures = reflection.signatures ?? [];
  return signatures.flatMap((signature, i) => [
    fence(callText(signature, name)),
    "",
    ...(signature.parameters ?? []).flatMap(({ name, comment }) =>
      comment === undefined ? [] : [`- \`${name}\`: ${markdown(comment.summary, places)}`],
    ),
    "",
    // Overloads share the first one's docstring.
    ...(i > 0 && signature.comment === undefined ? [] : commentLines(signature.comment, places)),
  ]);
}

/** The options that an interface takes over from another: a reader wants all of them in one table. */
function inheritedOptions(
  reflection: DeclarationReflection,
  shown: readonly DeclarationReflection[],
): readonly DeclarationReflection[] {
  if (!reflection.kindOf(ReflectionKind.Interface)) return [];
  return (reflection.children ?? []).filter(
    (member) =>
      member.inheritedFrom !== undefined &&
      !shown.includes(member) &&
      !member.flags.isExternal &&
      !member.name.startsWith("["),
  );
}

/** The properties of a class, the options of an interface, or the names of a namespace. */
function propertyTable(members: readonly DeclarationReflection[], id: string, places: Places): string[] {
  const rest = ReflectionKind.Constructor | ReflectionKind.Method;
  const properties = members.filter((member) => !member.kindOf(rest));
  if (properties.length === 0) return [];
  const rows = properties.map((member) => {
    const optional = member.flags.isOptional ? "?" : "";
    if (member.isReference() || isFunction(member)) {
      const target = member.isReference() ? member.getTargetReflectionDeep() : member;
      const to = places.linkTo(target);
      const own = to === null ? `\`${member.name}\`` : `[\`${member.name}\`](${to})`;
      return `| ${own} | | ${firstSentence(commentsOf(target as DeclarationReflection)[0], places)} |`;
    }
    const type = valuesText(member.getSignature?.type ?? member.type);
    const text = commentsOf(member)
      .flatMap((comment) => commentLines(comment, places))
      .filter((line) => line !== "" && !line.startsWith("```"))
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .replaceAll("|", "\\|");
    return `| \`${member.name}${optional}\` | ${inlineCode(type)} | ${text} |`;
  });
  return [`### Properties {#${id}-properties}`, "", "| name | type | |", "|---|---|---|", ...rows, ""];
}

/** Methods that are functions too: their pages say the rest. */
function opTable(methods: readonly DeclarationReflection[], id: string, places: Places): string[] {
  if (methods.length === 0) return [];
  const rows = methods.map((method) => {
    const symbol = places.named(method.name);
    const call = (method.signatures ?? [])
      .map((each) => inlineCode(callText(each, method.name)))
      .join("<br>");
    const name = symbol === undefined ? `\`${method.name}\`` : `[\`${method.name}\`](${link(symbol)})`;
    const text = firstSentence(commentsOf(method)[0], places);
    return `| <span id="${id}-${anchor(method.name)}">${name}</span> | ${call} | ${text} |`;
  });
  const head =
    "Each is a function too, `x.add(y)` and `add(x, y)`; its page has examples and says what it throws.";
  return [
    `### Ops {#${id}-ops}`,
    "",
    head,
    "",
    "| method | call | what it does |",
    "|---|---|---|",
    ...rows,
    "",
  ];
}

function inlineCode(type: string): string {
  const line = type.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

/** A row of a list of symbols. */
export function listRow(symbol: PublicSymbol, places: Places): string {
  const text = firstSentence(commentsOf(symbol.reflection)[0], places);
  return `| [\`${symbol.name}\`](${link(symbol)}) | ${text} |`;
}
