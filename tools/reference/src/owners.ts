import { type DeclarationReflection, ReflectionKind } from "typedoc";
import { isType, type Name } from "./names.ts";
import { namedBy } from "./type-names.ts";

/**
 * The name on whose page each name is documented. A type that only one name of its entry uses is on its page: the options of a layer,
 * the result of a function. All others have a page.
 */
export function ownersOf(names: readonly Name[]): ReadonlyMap<Name, Name> {
  const byReflection = new Map(names.map((name) => [name.reflection, name]));
  const users = new Map<Name, Set<Name>>();
  for (const name of names) {
    if (name.reflection.kindOf(ReflectionKind.Namespace)) continue;
    for (const used of namedBy(name.reflection)) {
      const type = byReflection.get(declared(used));
      if (type === undefined || type === name || !isType(type)) continue;
      users.set(type, (users.get(type) ?? new Set()).add(name));
    }
  }
  const owners = new Map(names.map((name) => [name, name]));
  // An owner may be a type that another owns.
  for (let changed = true; changed; ) {
    changed = false;
    for (const [type, using] of users) {
      if (owners.get(type) !== type) continue;
      const owner = onlyOne(new Set([...using].map((user) => rootOf(owners, user))));
      if (owner === null || owner === type || owner.entry !== type.entry) continue;
      owners.set(type, owner);
      changed = true;
    }
  }
  return new Map(names.map((name) => [name, rootOf(owners, name)]));
}

function rootOf(owners: ReadonlyMap<Name, Name>, name: Name): Name {
  const owner = owners.get(name)!;
  return owner === name ? name : rootOf(owners, owner);
}

function onlyOne(names: ReadonlySet<Name>): Name | null {
  const [first = null] = names;
  return names.size === 1 ? first : null;
}

function declared(reflection: DeclarationReflection): DeclarationReflection {
  return reflection.isReference()
    ? (reflection.getTargetReflectionDeep() as DeclarationReflection)
    : reflection;
}
