import {
  type DeclarationReflection,
  ReflectionKind,
  ReflectionType,
  type SignatureReflection,
} from "typedoc";
import { escape, firstSentence, inlineCode, rowText } from "./markdown.ts";
import type { Name } from "./names.ts";
import { anchor, declaredMember, type Places } from "./places.ts";
import { callText, ruledOptions, ruledType, valuesText } from "./signature.ts";
import { commentsOf, isFunction, membersOf } from "./symbols.ts";
import { namedIn } from "./type-names.ts";
import { words } from "./words.ts";

/** The parameters of all signatures, with the values that their types allow. */
export function parameterLines(signatures: readonly SignatureReflection[], places: Places): string[] {
  const rows = new Map<string, string[]>();
  for (const { parameters = [] } of signatures) {
    for (const param of parameters) {
      const name = param.name === "__namedParameters" ? "options" : param.name;
      const optional = param.flags.isOptional || param.defaultValue !== undefined ? "?" : "";
      const ruled = ruledOptions(param.type).map((option) => `${option.name}?`);
      const type = inlineCode(ruled.length > 0 ? `{ ${ruled.join(", ")} }` : valuesText(param.type));
      const known = rows.get(name);
      const text = param.comment === undefined ? "" : rowText([param.comment], places);
      if (known === undefined)
        rows.set(name, [`\`${param.flags.isRest ? "..." : ""}${name}${optional}\``, type, text]);
      else if (!known[1]!.split("<br>").includes(type)) known[1] += `<br>${type}`;
    }
  }
  return tableOf(words.name[places.lang], [...rows.values()], places);
}

/** A table of names with their types. */
export function tableOf(first: string, rows: readonly (readonly string[])[], places: Places): string[] {
  if (rows.length === 0) return [];
  // If no parameter has a text, only the types are shown.
  const plain = rows.every(([, , text = ""]) => text === "");
  const lines = rows.map((cells) => `| ${cells.slice(0, plain ? 2 : 3).join(" | ")} |`);
  if (plain) return [`| ${first} | ${words.type[places.lang]} |`, "|---|---|", ...lines, ""];
  return [`| ${first} | ${words.type[places.lang]} | |`, "|---|---|---|", ...lines, ""];
}

/** The properties of a class or an interface, or the names of a namespace; `before` is the prefix of their ids. */
export function propertyLines(
  members: readonly DeclarationReflection[],
  places: Places,
  before = "",
): string[] {
  const rest = ReflectionKind.Constructor | ReflectionKind.Method;
  const rows = members
    .filter((member) => !member.kindOf(rest))
    .map((member) => {
      if (member.isReference() || isFunction(member)) return linkRow(member, places);
      const type = valuesText(member.getSignature?.type ?? member.type);
      const id = before + anchor(member.name);
      const name = `<span id="${id}">\`${member.name}${member.flags.isOptional ? "?" : ""}\`</span>`;
      return [name, inlineCode(type), rowText(commentsOf(member), places)];
    });
  return tableOf(words.name[places.lang], rows, places);
}

function linkRow(member: DeclarationReflection, places: Places): readonly string[] {
  const target = member.isReference() ? member.getTargetReflectionDeep() : member;
  const to = places.linkTo(target);
  const name = to === null ? `\`${member.name}\`` : `[\`${member.name}\`](${to})`;
  return [name, "", firstSentence(commentsOf(target as DeclarationReflection)[0], places)];
}

/** All options of an interface, those that it takes over from others too. */
export function optionsOf(reflection: DeclarationReflection): readonly DeclarationReflection[] {
  const own = membersOf(reflection);
  const all = reflection.kindOf(ReflectionKind.Interface) ? (reflection.children ?? []) : [];
  const inherited = all.filter(
    (member) =>
      member.inheritedFrom !== undefined &&
      !own.includes(member) &&
      !member.flags.isExternal &&
      !member.name.startsWith("["),
  );
  return [...own, ...inherited];
}

/** The interfaces of options that the parameters take: all of their properties are on the page of the function. */
export function optionsTaken(signatures: readonly SignatureReflection[], places: Places): readonly Name[] {
  const types = signatures.flatMap(({ parameters = [] }) =>
    parameters.flatMap(({ type }) => [...namedIn(type)]),
  );
  const names = types.map((type) => places.of(type)).filter((name) => name !== undefined);
  return [...new Set(names)].filter(({ reflection }) => isOptions(reflection));
}

/** Whether a type is an object of settings: an interface without methods, or an alias of such an object. */
function isOptions(reflection: DeclarationReflection): boolean {
  const object = reflection.kindOf(ReflectionKind.Interface) || reflection.type instanceof ReflectionType;
  const members = object ? optionsOf(reflection) : [];
  return members.length > 0 && members.every((member) => member.kindOf(ReflectionKind.Property));
}

/** The options of parameters whose type has no name here. */
export function ruledLines(signatures: readonly SignatureReflection[], places: Places): string[] {
  const all = signatures.flatMap(({ parameters = [] }) =>
    parameters.flatMap(({ type }) => ruledOptions(type)),
  );
  const options = [...new Map(all.map((option) => [option.name, option])).values()];
  const rows = options.map((option) => [
    `<span id="option-${anchor(option.name)}">\`${option.name}?\`</span>`,
    inlineCode(valuesText(ruledType(option))),
    rowText(commentsOf(option), places),
  ]);
  const { lang } = places;
  if (rows.length === 0) return [];
  return [`## ${words.options[lang]} {#about-options}`, "", ...tableOf(words.name[lang], rows, places)];
}

/** Methods that are functions, too: their pages have the details. */
export function opLines(methods: readonly DeclarationReflection[], places: Places): string[] {
  const { lang } = places;
  if (methods.length === 0) return [];
  const rows = methods.map((method) => {
    const found = places.named(method.name);
    const call = (method.signatures ?? [])
      .map((each) => inlineCode(callText(each, method.name)))
      .join("<br>");
    const name =
      found === undefined ? `\`${escape(method.name)}\`` : `[\`${method.name}\`](${places.link(found)})`;
    const text = firstSentence(commentsOf(method)[0], places);
    return `| <span id="${anchor(method.name)}">${name}</span> | ${call} | ${text} |`;
  });
  const head = `| ${words.method[lang]} | ${words.call[lang]} | ${words.does[lang]} |`;
  return [
    `## ${words.ops[lang]} {#about-ops}`,
    "",
    words.opsText[lang],
    "",
    head,
    "|---|---|---|",
    ...rows,
    "",
  ];
}

/** The members that a class inherits, by the class that declares them. */
export function inheritedLines({ reflection }: Name, places: Places): string[] {
  const byOwner = new Map<string, DeclarationReflection[]>();
  for (const member of reflection.children ?? []) {
    const { inheritedFrom, flags } = member;
    if (!reflection.kindOf(ReflectionKind.Class) || inheritedFrom === undefined) continue;
    if (flags.isExternal || flags.isProtected || member.kindOf(ReflectionKind.Constructor)) continue;
    if (member.name.startsWith("[") || inheritedFrom.reflection === undefined) continue;
    const declared = declaredMember(member);
    const owner = declared.parent?.name ?? "";
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), declared]);
  }
  return [...byOwner].flatMap(([owner, members]) => {
    const home = places.named(owner);
    const links = members.map((member) => {
      const to = places.linkTo(member);
      return to === null ? `\`${member.name}\`` : `[\`${member.name}\`](${to})`;
    });
    const of = home === undefined ? `\`${owner}\`` : `[\`${owner}\`](${places.link(home)})`;
    return [`${words.inherited[places.lang]} ${of}: ${links.join(", ")}`, ""];
  });
}
