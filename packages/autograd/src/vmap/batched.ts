import { ArgumentError, Tensor } from "@saccade/tensor";

/** The vmaps that are running, outermost first: an object each. */
export const running: object[] = [];

/**
 * One of many in {@link vmap}: a tensor without the dim that it is mapped over. What is computed from it is computed for
 * all of them at once, by {@link stacked}, which has that dim first.
 */
export class Batched extends Tensor {
  readonly #physical: Tensor;
  readonly #level: number;
  readonly #vmap: object | undefined;

  /** @param level how many `vmap`s are around it; those of the innermost have the highest. */
  constructor(physical: Tensor, level: number) {
    const { storage, shape, strides, offset } = physical;
    storage.shares++;
    super(storage, shape.slice(1), strides.slice(1), offset);
    this.#physical = physical;
    this.#level = level;
    this.#vmap = running[level - 1];
  }

  /** @throws ArgumentError also when its vmap has ended: it would be the first one instead of all. */
  override checkLive(what: string): void {
    super.checkLive(what);
    if (this.#vmap !== running[this.#level - 1]) throw escaped(what);
  }

  get level(): number {
    return this.#level;
  }

  /** The tensor of all, itself one of many where vmaps are nested. */
  // A scope may have freed the handle while this one shares its storage.
  get stacked(): Tensor {
    const made = this.#physical;
    if (made.shares > 0) return made;
    if (made instanceof Batched) return new Batched(made.stacked, made.level);
    const { storage, shape, strides, offset } = made;
    storage.shares++;
    return new Tensor(storage, shape, strides, offset);
  }

  override get physical(): Tensor {
    return this.stacked.physical;
  }

  override async data(): Promise<never> {
    throw noElements("data", this);
  }

  override dataSync(): never {
    throw noElements("dataSync", this);
  }

  override item(): never {
    throw noElements("item", this);
  }

  override toArray(): never {
    throw noElements("toArray", this);
  }

  override toString(): string {
    return `tensor(${this.describe()}, one of ${this.#physical.shape[0]} in vmap)`;
  }
}

function escaped(what: string): ArgumentError {
  return new ArgumentError(
    `${what}: a tensor is one of many of a vmap that has ended; return it from the function that vmap maps.`,
  );
}

function noElements(what: string, x: Tensor): ArgumentError {
  return new ArgumentError(
    `${what}: ${x.describe()} is one of many in vmap, so it has no elements to read. Compute with ops, such as where(), ` +
      "and read what vmap returns.",
  );
}

/** Whether x is one of many of this level. */
export function isOf(x: Tensor, level: number): x is Batched {
  return x instanceof Batched && x.level === level;
}

/** The physical tensor of one of many; null for a tensor that is the same for all. */
export function physicalOf(x: Tensor, level: number): Tensor | null {
  return isOf(x, level) ? x.stacked : null;
}

/** The physical tensor; one that is the same for all is repeated, as a view. */
export function spread(x: Tensor, level: number, size: number): Tensor {
  return isOf(x, level) ? x.stacked : x.unsqueeze(0).expand([size, ...x.shape]);
}
