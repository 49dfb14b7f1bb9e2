import { type Module, type Site, siteNames } from "@saccade/nn";
import { ArgumentError, Tensor } from "@saccade/tensor";
import * as backend from "@saccade/tensor/backend";
import { rule } from "@saccade/tensor/contract";
import { layerOf, namesThat, type SiteFilter } from "../names.ts";

/** Where a hook runs. */
export interface HookPoint {
  /** The name of the site, "blocks.0.attn.hook_z". */
  readonly name: string;
  /** The layer, or null for a site outside of layers. */
  readonly layer: number | null;
  /**
   * The step of a site that is visited several times: how often this run visited it before; with `addHooks`, the step of the
   * decoder's loop.
   */
  readonly step: number;
  /** How many tokens come before those of the value: 0, or the length of the cache with which the model runs. */
  readonly offset: number;
}

/** Takes the value of a site and returns one in its place, of the same shape; or undefined, to leave it. */
export type Hook = (x: Tensor, point: HookPoint) => Tensor | undefined;

/** Hooks that a function made: lists of them can be joined, `[...ablateHeads(…), ...addVector(…)]`. */
export type HookList = readonly (readonly [site: string, hook: Hook])[];

/** Hooks by the name of their site, or pairs of sites and a hook. */
export type Hooks = Readonly<Record<string, Hook>> | readonly (readonly [SiteFilter, Hook])[];

const isPairs = (value: unknown): value is readonly (readonly [SiteFilter, Hook])[] =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair));

/** The rule of hooks. {@link Listening.add} checks their names. */
export const hooksRule = /* @__PURE__ */ rule(
  'hooks by name, { "blocks.0.attn.hook_z": (z) => … }',
  (value): value is Hooks =>
    isPairs(value) || (typeof value === "object" && value !== null && backend.isPlainObject(value)),
);

/** The arguments of `forward`, its only argument, or a function that calls the model. */
export type Input = Tensor | readonly unknown[] | (() => unknown);

/** The result of `forward` without options: only the tensor, where options could add other results. */
export type Bare<R> = unknown extends R ? R : [Tensor] extends [R] ? Tensor : R;

interface Placed {
  readonly hook: Hook;
  readonly point: Pick<HookPoint, "name" | "layer">;
  visits: number;
}

/** Hooks at the sites of one model. */
export class Listening implements backend.SiteListener {
  readonly #what: string;
  readonly #model: Module;
  readonly #sites: ReadonlyMap<string, Site>;
  readonly #hooks: Map<object, Map<string, Placed[]>> = new Map();
  readonly #keeps: boolean;
  #kept: Tensor[] = [];
  #visited: boolean = false;

  /**
   * @param keeps whether the tensors that hooks get are kept until the run ends
   * @param sites other than those that the model names
   */
  constructor(
    what: string,
    model: Module,
    keeps: boolean = true,
    sites: ReadonlyMap<string, Site> = siteNames(model),
  ) {
    this.#what = what;
    this.#model = model;
    this.#keeps = keeps;
    this.#sites = sites;
  }

  /** The names of the model's sites. */
  get names(): string[] {
    return [...this.#sites.keys()];
  }

  /** Adds hooks. @throws ArgumentError for unknown names, and for hooks that are not functions. */
  add(hooks: Hooks, option: string = "hooks"): void {
    const pairs = isPairs(hooks) ? hooks : Object.entries(hooks);
    for (const [filter, hook] of pairs) {
      backend.checkFunction(this.#what, option, hook, "write (x, { name, layer }) => …");
      for (const name of namesThat(this.#what, option, filter, this.names)) this.#place(name, hook);
    }
  }

  #place(name: string, hook: Hook): void {
    const { module, name: short } = this.#sites.get(name)!;
    const sites = this.#hooks.get(module) ?? new Map<string, Placed[]>();
    this.#hooks.set(module, sites);
    sites.set(short, [
      ...(sites.get(short) ?? []),
      { hook, point: { name, layer: layerOf(name) }, visits: 0 },
    ]);
  }

  wants(owner: object, site: string): boolean {
    return this.#hooks.get(owner)?.has(site) === true;
  }

  visit(owner: object, site: string, x: Tensor): Tensor {
    this.#visited = true;
    let value = x;
    for (const placed of this.#hooks.get(owner)?.get(site) ?? []) {
      this.keep(value);
      const { hook, point } = placed;
      const step = this.#keeps ? placed.visits++ : (backend.currentStep() ?? 0);
      const other: unknown = hook(value, { ...point, step, offset: backend.siteOffset() });
      if (other !== undefined) value = this.#checked(point.name, value, other);
    }
    return value;
  }

  /** The error of a run that came to none of the sites. */
  protected unvisited(): ArgumentError {
    const points = [...this.#hooks.values()].flatMap((sites) => [...sites.values()].flat());
    const [first, ...others] = new Set(points.map(({ point }) => point.name));
    const some = others.length === 0 ? `"${first}"` : `"${first}" or ${others.length} others`;
    return new ArgumentError(
      `${this.#what}: the run did not come to ${some}; let the input be the model's, or a function that calls this ` +
        `${this.#model.constructor.name}.`,
    );
  }

  // The batch may change, as when several interventions run side by side.
  #checked(name: string, x: Tensor, other: unknown): Tensor {
    const isTensor = other instanceof Tensor;
    const sameRows = isTensor && backend.sameShape(other.shape.slice(1), x.shape.slice(1));
    if (sameRows && other.ndim === x.ndim) return other;
    const must = isTensor ? `a tensor of the shape ${backend.formatShape(x.shape)}` : "a tensor or undefined";
    const rule = `a function that returns ${must}`;
    const fix = `it gave ${isTensor ? other.describe() : backend.describeValue(other)}`;
    throw backend.badArgument(this.#what, `the hook at ${name}`, rule, other, fix);
  }

  /** Keeps a tensor until the run ends, whatever scope made it. */
  keep(x: Tensor): void {
    if (this.#keeps) this.#kept.push(backend.retain(x));
  }

  /** {@link run} of what must not be asynchronous. */
  runNow(input: Input): unknown {
    return this.run(input, (result) => result, false);
  }

  /**
   * Runs the model, and passes its result to `then`, after the caller's scope owns the tensors that the hooks saw. A run
   * that returns a promise is listened to until it settles, if `mayWait`; meanwhile other runs that listen to the model throw.
   *
   * @throws ArgumentError where there are hooks, and none of their sites was visited; and for a promise unless `mayWait`.
   */
  run<T>(input: Input, then: (result: unknown) => T, mayWait: boolean): T | Promise<T> {
    this.#visited = false;
    const begin = (): (() => void) => {
      const remove = backend.listenToCall(this);
      return () => {
        remove();
        for (const x of this.#kept.splice(0)) backend.release(x);
      };
    };
    const end = (result: unknown): T => {
      if (this.#hooks.size > 0 && !this.#visited) throw this.unvisited();
      for (const x of this.#kept.splice(0)) backend.adopt(x);
      return then(result);
    };
    return runs.lend(this.#what, this.#model.constructor.name, this.#model.modules(), begin, () => {
      const result = callModel(this.#model, input);
      if (!mayWait) backend.refusePromise(this.#what, result);
      return result instanceof Promise ? result.then(end) : end(result);
    });
  }
}

const runs = new backend.Lender();

/** The result of a model for its input, or of the function that calls it. */
export function callModel(model: Module, input: Input): unknown {
  if (typeof input === "function") return input();
  const { forward } = model as Module & { forward(...args: readonly unknown[]): unknown };
  return forward.apply(model, input instanceof Tensor ? [input] : [...input]);
}
