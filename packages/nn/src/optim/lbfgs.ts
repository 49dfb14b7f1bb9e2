import { ArgumentError, fromData, scope, Tensor } from "@saccade/tensor";
import { checkFunction, describeValue, requireFresh, withoutTapes } from "@saccade/tensor/backend";
import { nullable, number, oneOf, whole } from "@saccade/tensor/contract";
import { parameterValues } from "../parameter.ts";
import { positive } from "../rules.ts";
import type { Gradients } from "./gradients.ts";
import type { OptionsOfRules } from "./kinds.ts";
import type { OptimizerSettings } from "./optimizer.ts";
import { optimizerOf } from "./optimizer-of.ts";
import type { OptimizerParams, ParamGroupSource } from "./parameter-groups.ts";
import { parametersToVector, writeVector } from "./parameter-vector.ts";
import { defaultsOf, type UpdateRule } from "./rule.ts";
import type { OptimizerState, ParamStateDict } from "./state-dict.ts";
import { OptimizerStateError } from "./state-dict.ts";
import { dot, type LinePoint, largest, strongWolfe, type Vector } from "./strong-wolfe.ts";

const lbfgsRules = () => ({
  /** The learning rate; with a line search, the first step that it tries. Default 1. */
  lr: positive(1),
  /** The most iterations of a step. Default 20. */
  maxIter: whole(20, { min: 1 }),
  /** The most evaluations of the closure in a step. Default null: maxIter · 1.25. */
  maxEval: nullable(whole(25, { min: 1 }), null),
  /** A step ends where no element of the gradient is larger. Default 1e-7. */
  toleranceGrad: positive(1e-7),
  /** A step ends where parameters and loss change by less. Default 1e-9. */
  toleranceChange: number(1e-9, { min: 0 }),
  /** The number of changes that the curvature is taken from. Default 100. */
  historySize: whole(100, { min: 1 }),
  /** "strong_wolfe" searches each direction for a good step; null takes lr. Default null. */
  lineSearchFn: nullable(oneOf(["strong_wolfe"], "strong_wolfe"), null),
});

/** Options of {@link LBFGS}. */
export interface LBFGSOptions extends OptionsOfRules<ReturnType<typeof lbfgsRules>> {}

const lbfgs = (): UpdateRule<LBFGSOptions> => ({
  kind: "LBFGS",
  rules: lbfgsRules(),
  defaults: defaultsOf<LBFGSOptions>(lbfgsRules()),
  check() {},
  stateNames: [],
  optionalStateNames: [],
  update() {
    throw new ArgumentError(
      "LBFGS.update: it evaluates the loss several times; write optimizer.step(() => loss).",
    );
  },
});

/** The curvature history, with PyTorch's names: directions y, steps s, and 1 / (y · s). */
interface History {
  iterations: number;
  evaluations: number;
  d: Vector;
  t: number;
  ys: Vector[];
  ss: Vector[];
  ro: number[];
  scale: number;
  gradient: Vector;
  loss: number;
}

/**
 * Limited-memory BFGS (Liu and Nocedal 1989), a quasi-Newton method for whole batches: each `step` runs the closure up to
 * `maxEval` times. The values of the loss and of the gradients are read on the host, where the directions are computed in
 * double precision, so a step cannot be compiled. One group of parameters; no clipping.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new LBFGS([w], { lineSearchFn: "strong_wolfe" }).step(() => w.sub(1).square().sum());
 * w // tensor([1])
 */
export class LBFGS extends /* @__PURE__ */ optimizerOf(lbfgs) {
  #history: History | null = null;

  /** @throws ArgumentError for parameters that cannot be trained, several groups, or a wrong option. */
  constructor(params: OptimizerParams<LBFGSOptions>, settings?: OptimizerSettings<LBFGSOptions>) {
    super(params, settings);
    if (this.paramGroups.length !== 1)
      throw new ArgumentError(`LBFGS: it takes one group of parameters, got ${this.paramGroups.length}.`);
    if (this.clip !== null)
      throw new ArgumentError("LBFGS: clipGradNorm would spoil the curvature; leave it out.");
  }

  /**
   * Minimizes along up to `maxIter` directions. Returns the first loss. Where the closure throws, nothing is changed.
   *
   * @throws TrainingError, ShapeError and ArgumentError as {@link Optimizer.step} does.
   */
  override step(closure: () => Tensor): Tensor;
  override step<R extends { readonly loss: Tensor }>(closure: () => R): R & { readonly gradNorm: Tensor };
  override step(closure: () => Tensor | { readonly loss: Tensor }): Tensor | { readonly loss: Tensor } {
    checkFunction("LBFGS.step", "closure", closure, "write optimizer.step(() => loss)");
    requireFresh("LBFGS.step");
    parameterValues.refuse("LBFGS.step", "a parameter", this.params);
    return scope(() => {
      const { value, grads } = this.gradients(closure, "LBFGS.step");
      const g = this.#flat(grads);
      const f = (value instanceof Tensor ? value : value.loss).item();
      this.#allOrNothing(() => this.#minimize(closure, f, g));
      if (value instanceof Tensor) return value;
      return { ...value, gradNorm: fromData(Float32Array.of(Math.sqrt(dot(g, g))), []) };
    });
  }

  /** @throws ArgumentError always: it takes one group. */
  override addParamGroup(_group: ParamGroupSource<LBFGSOptions>): void {
    throw new ArgumentError("LBFGS: it takes one group of parameters; make a new one with all of them.");
  }

  /** @throws ArgumentError always: the loss must be evaluated several times. */
  override update(_grads: Gradients): void {
    lbfgs().update([], this.paramGroups[0]!, null);
  }

  /** Runs `work`. If it throws, parameters and history are restored. */
  #allOrNothing(work: () => void): void {
    const [x, history] = [this.#point(), this.#history && { ...this.#history }];
    try {
      work();
    } catch (error) {
      this.#history = history;
      this.#moveTo(x, 0, x);
      throw error;
    }
  }

  #minimize(closure: () => Tensor | { readonly loss: Tensor }, f: number, g: Vector): void {
    const { lr, maxIter, toleranceGrad, toleranceChange, historySize, lineSearchFn, ...o } =
      this.paramGroups[0]!;
    const maxEval = o.maxEval ?? Math.floor(maxIter * 1.25);
    this.#history ??= { iterations: 0, evaluations: 0, d: g, t: lr, ys: [], ss: [], ro: [], scale: 1, gradient: g, loss: f }; // biome-ignore format: one line
    const h = this.#history;
    let evaluations = 1;
    h.evaluations++;
    if (largest(g) <= toleranceGrad) return;
    for (let n = 1; n <= maxIter; n++) {
      h.iterations++;
      if (h.iterations > 1) remember(h, g, historySize);
      h.d = h.iterations === 1 ? g.map((x) => -x) : direction(h, g);
      h.gradient = g;
      h.loss = f;
      h.t = h.iterations === 1 ? Math.min(1, 1 / g.reduce((sum, x) => sum + Math.abs(x), 0)) * lr : lr;
      const slope = dot(g, h.d);
      if (slope > -toleranceChange) return;
      const x = this.#point();
      const at = (t: number): LinePoint => {
        this.#moveTo(x, t, h.d);
        const point = this.#evaluate(closure);
        return { t, ...point, slope: dot(point.g, h.d) };
      };
      let more = 0;
      if (lineSearchFn !== null) {
        const limits = { size: largest(h.d), least: toleranceChange, most: maxEval - evaluations };
        const found = strongWolfe(at, { t: 0, f, g, slope }, h.t, limits);
        ({ f, g, t: h.t } = found.point);
        more = found.evaluations;
        this.#moveTo(x, h.t, h.d);
      } else if (n < maxIter) {
        ({ f, g } = at(h.t));
        more = 1;
      } else this.#moveTo(x, h.t, h.d);
      evaluations += more;
      h.evaluations += more;
      if (evaluations >= maxEval || largest(g) <= toleranceGrad) return;
      if (largest(h.d) * h.t <= toleranceChange || Math.abs(f - h.loss) < toleranceChange) return;
    }
  }

  #evaluate(closure: () => Tensor | { readonly loss: Tensor }): { readonly f: number; readonly g: Vector } {
    return scope(() => {
      const { value, grads } = this.gradients(closure, "LBFGS.step");
      return { f: (value instanceof Tensor ? value : value.loss).item(), g: this.#flat(grads) };
    });
  }

  #flat(grads: readonly (Tensor | null)[]): Vector {
    const all = this.params.map((x, i) => grads[i]?.dataSync() ?? new Float64Array(x.numel));
    return Float64Array.from(all.flatMap((part) => [...part]));
  }

  #point(): Vector {
    return withoutTapes(() => scope(() => Float64Array.from(parametersToVector(this.params).dataSync())));
  }

  #moveTo(x: Vector, t: number, d: Vector): void {
    const { backend } = this.params[0]!;
    const to = x.map((value, i) => value + t * d[i]!);
    withoutTapes(() => scope(() => writeVector(fromData(to, [to.length], { backend }), this.params)));
  }

  /** PyTorch's state, on the first parameter; each of its lists is one tensor, and numbers are scalars. */
  override stateDict(): OptimizerState {
    const { paramGroups } = super.stateDict();
    const h = this.#history;
    if (h === null) return { state: {}, paramGroups };
    const vector = (x: Vector): Tensor => fromData(Float64Array.from(x), [x.length]);
    const rows = (list: readonly Vector[]): Tensor =>
      fromData(Float64Array.from(list.flatMap((x) => [...x])), [list.length, h.d.length]);
    const scalar = (x: number): Tensor => fromData(Float64Array.of(x), []);
    const numbers = { func_evals: scalar(h.evaluations), t: scalar(h.t), H_diag: scalar(h.scale), prev_loss: scalar(h.loss) }; // biome-ignore format: one line
    const vectors = {
      d: vector(h.d),
      prev_flat_grad: vector(h.gradient),
      ro: vector(Float64Array.from(h.ro)),
    };
    const state = { step: h.iterations, ...numbers, ...vectors, old_dirs: rows(h.ys), old_stps: rows(h.ss) };
    return { state: { 0: state }, paramGroups };
  }

  override stateProblems(state: OptimizerState): string[] {
    const saved: unknown = Object(state).state?.[0];
    const problems = super.stateProblems({ ...Object(state), state: {} });
    if (problems.length > 0 || saved === undefined) return problems;
    const n = this.params.reduce((sum, { numel }) => sum + numel, 0);
    const all = Object(saved) as ParamStateDict;
    const count = all["ro"] instanceof Tensor ? all["ro"].numel : 0;
    const shapes = { func_evals: [], t: [], H_diag: [], prev_loss: [], d: [n], prev_flat_grad: [n], ro: [count], old_dirs: [count, n], old_stps: [count, n] }; // biome-ignore format: one line
    const tensors = Object.entries(shapes).flatMap(([name, shape]) => {
      const x = all[name];
      const fits = x instanceof Tensor && x.shares > 0 && String(x.shape) === String(shape);
      return fits ? [] : [`${name} must be a tensor [${shape.join(", ")}]`];
    });
    const { step = 0 } = all;
    if (Number.isSafeInteger(step) && Number(step) >= 0) return tensors;
    return [...tensors, `step must be a whole number ≥ 0, got ${describeValue(step)}`];
  }

  override loadStateDict(state: OptimizerState): void {
    const problems = this.stateProblems(state);
    if (problems.length > 0) throw new OptimizerStateError("LBFGS", problems);
    const history = historyOf(state.state[0]);
    super.loadStateDict({ ...state, state: {} });
    this.#history = history;
  }
}

function historyOf(all: ParamStateDict | undefined): History | null {
  if (all === undefined) return null;
  const vector = (name: string): Vector => Float64Array.from((all[name] as Tensor).dataSync());
  const rows = (name: string): Vector[] => {
    const { shape } = all[name] as Tensor;
    const flat = vector(name);
    return Array.from({ length: shape[0]! }, (_, i) => flat.slice(i * shape[1]!, (i + 1) * shape[1]!));
  };
  const scalar = (name: string): number => vector(name)[0]!;
  return {
    iterations: Number(all["step"] ?? 0),
    evaluations: scalar("func_evals"),
    d: vector("d"),
    t: scalar("t"),
    ys: rows("old_dirs"),
    ss: rows("old_stps"),
    ro: [...vector("ro")],
    scale: scalar("H_diag"),
    gradient: vector("prev_flat_grad"),
    loss: scalar("prev_loss"),
  };
}

/** Takes the last step and the change of the gradient along it into the history, if it curves upwards. */
function remember(h: History, g: Vector, size: number): void {
  const y = g.map((x, i) => x - h.gradient[i]!);
  const s = h.d.map((x) => x * h.t);
  const curvature = dot(y, s);
  if (curvature <= 1e-10) return;
  h.ys = [...h.ys, y].slice(-size);
  h.ss = [...h.ss, s].slice(-size);
  h.ro = [...h.ro, 1 / curvature].slice(-size);
  h.scale = curvature / dot(y, y);
}

/** Minus the inverse Hessian times the gradient, by two loops over the history (Nocedal and Wright 2006, algorithm 7.4). */
function direction({ ys, ss, ro, scale }: History, g: Vector): Vector {
  const q = g.map((x) => -x);
  const al: number[] = [];
  for (let i = ys.length - 1; i >= 0; i--) {
    const a = dot(ss[i]!, q) * ro[i]!;
    al[i] = a;
    ys[i]!.forEach((y, k) => { q[k]! -= a * y; }); // biome-ignore format: one line
  }
  const d = q.map((x) => x * scale);
  for (let i = 0; i < ys.length; i++) {
    const a = al[i]! - dot(ys[i]!, d) * ro[i]!;
    ss[i]!.forEach((s, k) => { d[k]! += a * s; }); // biome-ignore format: one line
  }
  return d;
}
