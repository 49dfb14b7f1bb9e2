import { type DeclarationReflection, ReflectionKind } from "typedoc";
import { isFunction, type PublicSymbol } from "./symbols.ts";

/** A name that the reference documents: an export, or a name of an exported namespace, `linalg.svd`. */
export interface Name extends PublicSymbol {
  /** The only namespace that exports it. */
  readonly namespace: DeclarationReflection | null;
}

const types = ReflectionKind.Interface | ReflectionKind.TypeAlias;

/** The exports, and the functions and types that only a namespace of a main entry exports. */
export function namesOf(symbols: readonly PublicSymbol[]): readonly Name[] {
  return symbols.flatMap((symbol): Name[] => [
    { ...symbol, namespace: null },
    ...innerNames(symbol).map((reflection): Name => {
      const file = reflection.sources?.[0]?.fileName ?? reflection.signatures?.[0]?.sources?.[0]?.fileName;
      const name = `${symbol.name}.${reflection.name}`;
      return { ...symbol, name, reflection, file: file ?? symbol.file, namespace: symbol.reflection };
    }),
  ]);
}

function innerNames({ reflection, entry }: PublicSymbol): readonly DeclarationReflection[] {
  if (!entry.main || !reflection.kindOf(ReflectionKind.Namespace)) return [];
  return (reflection.children ?? []).filter(
    (member) => !member.isReference() && (isFunction(member) || member.kindOf(types)),
  );
}

export function isType({ reflection }: PublicSymbol): boolean {
  return reflection.kindOf(types);
}

/** The name without its namespace. */
export function lastName({ name }: PublicSymbol): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Alphabetical, ignoring case; types come last. */
export function inOrder(names: readonly Name[]): readonly Name[] {
  const key = (name: Name): string => `${isType(name) ? 1 : 0}${name.name.toLowerCase()} ${name.name}`;
  return names.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Names by common part. */
export function listed<K>(names: readonly Name[], keyOf: (name: Name) => K): Map<K, Name[]> {
  const lists = new Map<K, Name[]>();
  for (const name of names) lists.set(keyOf(name), [...(lists.get(keyOf(name)) ?? []), name]);
  return lists;
}
