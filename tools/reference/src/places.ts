import { DeclarationReflection, type Reflection, ReflectionKind } from "typedoc";
import type { Entry } from "./entries.ts";
import { isType, lastName, type Name } from "./names.ts";
import type { Lang } from "./words.ts";

const members: ReflectionKind =
  ReflectionKind.Method |
  ReflectionKind.Constructor |
  ReflectionKind.Function |
  ReflectionKind.Interface |
  ReflectionKind.Property |
  ReflectionKind.Accessor;

/** Where each name is documented, and the links there in a language. */
export class Places {
  readonly lang: Lang;
  readonly #byReflection: ReadonlyMap<Reflection, Name>;
  readonly #byName: ReadonlyMap<string, Name>;
  readonly #owners: ReadonlyMap<Name, Name>;

  constructor(names: readonly Name[], owners: ReadonlyMap<Name, Name>, lang: Lang) {
    this.lang = lang;
    this.#owners = owners;
    this.#byReflection = new Map(names.map((name) => [name.reflection, name]));
    this.#byName = new Map([...names].reverse().map((name) => [name.name, name]));
  }

  /** The address of a page of the reference: "/zh/reference/nn/class-Linear". */
  address(path: string): string {
    return `${this.lang === "en" ? "" : "/zh"}/reference/${path}`;
  }

  /** The link to a name: its page, or its part of the page of the name that owns it. */
  link(name: Name): string {
    const owner = this.owner(name);
    return this.address(pathOf(owner)) + (owner === name ? "" : `#${partOf(name)}`);
  }

  owner(name: Name): Name {
    return this.#owners.get(name)!;
  }

  /** The link to a name or to a member of one, or null if the reference does not contain it. */
  linkTo(target: Reflection): string | null {
    const meant = target.isReference() ? target.getTargetReflectionDeep() : target;
    let at: Reflection | undefined = meant instanceof DeclarationReflection ? declaredMember(meant) : meant;
    for (let member: Reflection | null = null; at !== undefined; at = at.parent) {
      const name = this.#byReflection.get(at);
      if (name !== undefined) {
        const to = this.link(name);
        return member === null || to.includes("#") ? to : `${to}#${anchor(member.name)}`;
      }
      if (at.kindOf(members)) member = at;
    }
    return null;
  }

  /** The name of a declaration. */
  of(reflection: Reflection): Name | undefined {
    return this.#byReflection.get(
      reflection.isReference() ? reflection.getTargetReflectionDeep() : reflection,
    );
  }

  /** The name that a text refers to, preferring those that users meet first. */
  named(name: string): Name | undefined {
    return this.#byName.get(name);
  }
}

/** The member that a class declares, at the end of the classes that take it over. */
export function declaredMember(member: DeclarationReflection): DeclarationReflection {
  const above = member.inheritedFrom?.reflection;
  const declaration = above?.kindOf(ReflectionKind.SomeSignature) ? above.parent : above;
  return declaration instanceof DeclarationReflection ? declaredMember(declaration) : member;
}

/** The index of an entry: "tensor/" or "tensor/backend/". */
export function indexPath({ folder, name, main }: Entry): string {
  return main ? `${folder}/` : `${folder}${name.slice(name.indexOf("/", 1 + name.indexOf("/")))}/`;
}

/**
 * The path of a name's page: "tensor/maskedFill", "nn/class-Linear", "nn/type-LinearOptions", "nn/definitions/dropout". A class or
 * a type is marked because it often differs from a function in one capital only, which many file systems do not distinguish.
 */
export function pathOf(name: Name): string {
  const mark = isType(name)
    ? "type-"
    : name.reflection.kindOf(ReflectionKind.Class)
      ? "class-"
      : markOf(name);
  const inside = name.name.slice(0, name.name.length - lastName(name).length);
  return `${indexPath(name.entry)}${inside}${mark}${lastName(name)}`;
}

// A page "index" would be that of the folder.
function markOf({ name }: Name): string {
  return name === "index" ? "function-" : "";
}

/** The id of a type on the page of another name. */
export function partOf(name: Name): string {
  return `type-${anchor(lastName(name))}`;
}

/** The id of a member: in small letters, because VitePress writes the anchors of links so. */
export function anchor(name: string): string {
  return name.replaceAll(/[^\w$-]/g, "").toLowerCase();
}
