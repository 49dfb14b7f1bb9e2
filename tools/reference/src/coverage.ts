import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from "typedoc";
import { codeOf, type Example } from "./example.ts";
import { commentsOf, isFunction, membersOf, type PublicSymbol, textOf } from "./symbols.ts";
import { throws } from "./throwing.ts";

/** A requirement of docstrings: the declaration, and what is missing, or null. */
export interface Check {
  readonly id: string;
  readonly problem: string | null;
}

/** Checks of a symbol without running anything. */
export function checksOf(symbol: PublicSymbol, project: ProjectReflection): readonly Check[] {
  const { reflection } = symbol;
  const id = idOf(symbol);
  const checks: Check[] = [{ id, problem: described(reflection) ? null : "has no docstring" }];
  const needsExample = isFunction(reflection) || reflection.kindOf(ReflectionKind.Class);
  if (needsExample && exampleTexts(reflection).length === 0)
    checks.push({ id: `${id} @example`, problem: "has no @example" });
  if (isFunction(reflection)) checks.push(...throwing(id, [reflection], project));
  for (const member of membersOf(reflection)) {
    const name = `${id}.${member.name}`;
    if (member.kindOf(ReflectionKind.Constructor)) {
      // A constructor's docstring is its class's, unless it has one.
      checks.push(...throwing(name, [member, reflection], project));
      continue;
    }
    // The fields of a class are its layers and settings, named as in PyTorch; those of a namespace are documented as symbols.
    const required = !isField(member, reflection);
    if (!required && !described(member)) continue;
    const problem = described(member) ? null : "has no docstring";
    checks.push({ id: name, problem });
    if (problem === null && member.kindOf(ReflectionKind.Method))
      checks.push(...throwing(name, [member, reflection], project));
  }
  return checks;
}

export function idOf({ entry, name }: PublicSymbol): string {
  return `${entry.name}: ${name}`;
}

/** The examples of a symbol and of its members. */
export function examplesOf(symbol: PublicSymbol): readonly Example[] {
  const id = idOf(symbol);
  const own = exampleTexts(symbol.reflection).map((code, i) => ({ id: `${id} @example${i || ""}`, code }));
  // The methods of tensors are documented by the functions.
  const members = membersOf(symbol.reflection).filter((member) => !isGenerated(member));
  const below = members.flatMap((member) =>
    exampleTexts(member).map((code, i) => ({ id: `${id}.${member.name} @example${i || ""}`, code })),
  );
  return [...own, ...below];
}

/** A method of tensors that `pnpm methods` wrote, from the function of the same name. */
export function isGenerated(member: DeclarationReflection): boolean {
  const source = member.sources?.[0] ?? member.signatures?.[0]?.sources?.[0];
  return source?.fileName.endsWith(".gen.ts") ?? false;
}

export function exampleTexts(reflection: DeclarationReflection): readonly string[] {
  return commentsOf(reflection).flatMap((comment) =>
    comment.getTags("@example").map(({ content }) => codeOf(content.map(({ text }) => text).join(""))),
  );
}

function isField(member: DeclarationReflection, owner: DeclarationReflection): boolean {
  const fields = ReflectionKind.Property | ReflectionKind.Variable;
  return owner.kindOf(ReflectionKind.Class | ReflectionKind.Namespace) && member.kindOf(fields);
}

function described(reflection: DeclarationReflection): boolean {
  if (reflection.isReference()) return true;
  // TypeDoc moves the text of @param from the docstring to the parameter.
  const params = (reflection.signatures ?? []).flatMap(({ parameters }) => parameters ?? []);
  const comments = [...commentsOf(reflection), ...params.map(({ comment }) => comment)];
  return comments.some((comment) => comment?.hasVisibleComponent() ?? false);
}

/** A function whose body has a `throw` must document it. */
function throwing(
  id: string,
  declarations: readonly DeclarationReflection[],
  project: ProjectReflection,
): readonly Check[] {
  const { fileName, qualifiedName = "" } = project.getSymbolIdFromReflection(declarations[0]!) ?? {};
  if (!fileName || !throws(fileName, qualifiedName.replace("__constructor", "constructor"))) return [];
  const documented = declarations.flatMap(commentsOf).some((comment) => {
    return (
      comment.getTag("@throws") !== undefined || /\b(throws?|refuses?|rejects?)\b/i.test(textOf(comment))
    );
  });
  return [{ id: `${id} @throws`, problem: documented ? null : "throws, but its docstring has no @throws" }];
}
