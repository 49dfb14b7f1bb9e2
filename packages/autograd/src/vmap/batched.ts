import { ArgumentError, Tensor } from "@saccade/tensor";
import { noElements, retain, type TapeListener } from "@saccade/tensor/backend";

/** One call of {@link vmap}. */
export interface Vmap {
  /** How many it maps over. */
  readonly size: number;
  readonly randomness: "error" | "same" | "different";
  /** The tapes outside of it, which see the batched computation; tapes inside see that of one example. */
  outside: readonly TapeListener[];
}

/** The vmaps that are running, outermost first. */
export let running: readonly Vmap[] = [];

/** Runs `f` in other vmaps. */
export function withRunning<T>(next: readonly Vmap[], f: () => T): T {
  const before = running;
  running = next;
  try {
    return f();
  } finally {
    running = before;
  }
}

/**
 * A batched tensor in {@link vmap}, shown without the mapped dim. Ops on it run on the whole batch, on {@link physical},
 * which has that dim first.
 */
export class Batched extends Tensor {
  readonly #physical: Tensor;
  readonly vmap: Vmap;

  constructor(physical: Tensor, vmap: Vmap) {
    const { storage, shape, strides, offset } = retain(physical);
    storage.shares++;
    super(storage, shape.slice(1), strides.slice(1), offset);
    this.#physical = physical;
    this.vmap = vmap;
  }

  /** @throws ArgumentError also when its vmap has ended: it would be the first one instead of all. */
  override checkLive(what: string): void {
    super.checkLive(what);
    if (!running.includes(this.vmap)) throw escaped(what);
  }

  /** The tensor of all, itself one of many where vmaps are nested. */
  override get physical(): Tensor {
    return this.#physical;
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
    `${what}: a tensor belongs to a vmap that has returned; return it from the function that vmap maps.`,
  );
}

/** Whether x is batched by this vmap. */
export function isOf(x: Tensor, vmap: Vmap): x is Batched {
  return x instanceof Batched && x.vmap === vmap;
}

/** The physical tensor of one of many; null for a tensor that is the same for all. */
export function physicalOf(x: Tensor, vmap: Vmap): Tensor | null {
  return isOf(x, vmap) ? x.physical : null;
}

/** The physical tensor; one that is the same for all is repeated, as a view. */
export function spread(x: Tensor, vmap: Vmap): Tensor {
  return isOf(x, vmap) ? x.physical : x.unsqueeze(0).expand([vmap.size, ...x.shape]);
}
