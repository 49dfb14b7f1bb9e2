import { type Reflection, ReflectionKind } from "typedoc";
import type { PublicSymbol } from "./symbols.ts";

const members: ReflectionKind =
  ReflectionKind.Method | ReflectionKind.Constructor | ReflectionKind.Function | ReflectionKind.Interface;

/**
 * Where each symbol is documented: one page a source file, which holds a class with its options, or a family of functions.
 * `packages/nn/src/linear.ts` becomes `/reference/nn/linear`, and `Linear` there `/reference/nn/linear#Linear`.
 */
export class Places {
  readonly #bySymbol: ReadonlyMap<Reflection, PublicSymbol>;
  readonly #byName: ReadonlyMap<string, PublicSymbol>;

  constructor(symbols: readonly PublicSymbol[]) {
    this.#bySymbol = new Map(symbols.map((symbol) => [symbol.reflection, symbol]));
    this.#byName = new Map([...symbols].reverse().map((symbol) => [symbol.name, symbol]));
  }

  /** The link to a symbol or to a member of one, or null for what the reference does not contain. */
  linkTo(target: Reflection): string | null {
    let at: Reflection | undefined = target.isReference() ? target.getTargetReflectionDeep() : target;
    for (let member: Reflection | null = null; at !== undefined; at = at.parent) {
      const symbol = this.#bySymbol.get(at);
      if (symbol !== undefined)
        return member === null ? link(symbol) : `${link(symbol)}-${anchor(member.name)}`;
      if (at.kindOf(members)) member = at;
    }
    return null;
  }

  /** The symbol that a type names, of those that users meet first. */
  named(name: string): PublicSymbol | undefined {
    return this.#byName.get(name);
  }
}

/** The page of a source file, without extension: "nn/linear". */
export function pageOf(file: string): string {
  const [, folder, , ...path] = file.replace(/\.tsx?$/, "").split("/");
  const name = path.join("-").replace(/^ops-/, "");
  return `${folder}/${name === "index" ? "main" : name}`;
}

export function link(symbol: PublicSymbol): string {
  return `/reference/${pageOf(symbol.file)}#${anchor(symbol.name)}`;
}

/**
 * In small letters, because VitePress writes the anchors of links so. Classes and types are marked, because a class often
 * stands beside a function of the same name: Dropout, dropout.
 */
export function anchor(name: string): string {
  const small = name
    .replaceAll(/[^\w$-]/g, "")
    .replaceAll("_", "-")
    .toLowerCase();
  return /^[A-Z]/.test(name) ? `type-${small}` : small;
}
