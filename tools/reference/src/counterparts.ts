import { type DeclarationReflection, ReflectionKind } from "typedoc";
import { areas, rowsOf } from "../../../apps/docs/scripts/names-table.ts";
import type { PublicSymbol } from "./symbols.ts";

/** PyTorch's counterpart of one of our names, and their differences. */
export interface Counterpart {
  readonly pytorch: string;
  readonly note: string;
}

/** The names of PyTorch in `apps/docs/names`, by our names. */
export class Counterparts {
  readonly #rows = new Map<string, Counterpart[]>();

  constructor(symbols: readonly PublicSymbol[]) {
    for (const { here, from, pytorch, note } of areas.flatMap((area) => rowsOf(area)))
      if (here !== null) this.#add(`${from} ${here}`, [{ pytorch, note }]);
    // `functional.relu` is the function `relu`, too.
    for (const { name, entry, reflection } of symbols) {
      if (!entry.main || !reflection.kindOf(ReflectionKind.Namespace)) continue;
      for (const child of reflection.children ?? []) {
        const target = child.isReference() ? child.getTargetReflectionDeep() : undefined;
        const symbol = symbols.find((each) => each.reflection === target);
        if (symbol !== undefined)
          this.#add(keyOf(symbol), this.#rows.get(`${entry.name} ${name}.${child.name}`) ?? []);
      }
    }
  }

  /** The counterparts of a name; `maskedFill` of tensors also as a method. */
  of(symbol: PublicSymbol): readonly Counterpart[] {
    const method =
      symbol.entry.name === "@saccade/tensor" ? `${symbol.entry.name} Tensor.${symbol.name}` : "";
    return unique([...(this.#rows.get(keyOf(symbol)) ?? []), ...(this.#rows.get(method) ?? [])]);
  }

  /** The counterparts of a member of a class. */
  ofMember(symbol: PublicSymbol, member: DeclarationReflection): readonly Counterpart[] {
    return this.#rows.get(`${keyOf(symbol)}.${member.name}`) ?? [];
  }

  #add(key: string, found: readonly Counterpart[]): void {
    this.#rows.set(key, [...(this.#rows.get(key) ?? []), ...found]);
  }
}

function keyOf({ entry, name }: PublicSymbol): string {
  return `${entry.name} ${name}`;
}

function unique(all: readonly Counterpart[]): readonly Counterpart[] {
  return [...new Map(all.map((each) => [each.pytorch, each])).values()];
}
