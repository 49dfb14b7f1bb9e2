import { scope, Tensor } from "@saccade/tensor";
import {
  assume,
  checkFunction,
  checkWritable,
  formatShape,
  fresh,
  requireFresh,
} from "@saccade/tensor/backend";
import { readRule, required } from "@saccade/tensor/contract";
import { once } from "../declare.ts";
import { parameterValues } from "../parameter.ts";
import { refuseMethods } from "../refuse-methods.ts";
import { showAsText } from "../show-as-text.ts";
import {
  type ClipGradNormOptions,
  type ClipSetting,
  clipOrNone,
  clipping,
  clipRule,
  gradNorm,
  maxNormOf,
} from "./clip.ts";
import { checkFields, refuseRenamed } from "./fields.ts";
import {
  checkGradient,
  checkGradients,
  type Gradients,
  inOrder,
  type MaybeGradient,
  withPath,
} from "./gradients.ts";
import { contractOf, guarded, ownOptions, rulesOf, watchedOptions } from "./options.ts";
import { ParamState } from "./param-state.ts";
import {
  namesOf,
  type OptimizerParams,
  type ParamGroupSource,
  type ResolvedGroup,
  resolveAdded,
  resolveGroups,
} from "./parameter-groups.ts";
import type { BaseOptions, ParamUpdate, UpdateRule } from "./rule.ts";
import {
  describeState,
  type OptimizerState,
  OptimizerStateError,
  restoreState,
  stateProblems,
} from "./state-dict.ts";
import { type ClosureGradients, Untrained } from "./untrained.ts";

/** The second argument of an optimizer: options for every group, and clipping. */
export type OptimizerSettings<O extends BaseOptions> = Partial<O> & {
  /** Clips the gradients before each update so that their total norm is at most this. Default: no clipping. */
  readonly clipGradNorm?: ClipSetting;
};

/**
 * Parameters that share options. Options may be changed between steps; schedulers change `lr`. Setting an unknown
 * option or a value out of range throws an ArgumentError.
 */
export type ParamGroup<O extends BaseOptions> = O & {
  readonly params: readonly Tensor[];
  /** The lr that schedulers start from, set by the first scheduler. */
  initialLr?: number;
};

/**
 * Updates parameters by their gradients. The Parameter objects stay the same: values are written in place, or into new
 * storage if a snapshot still uses the old one.
 *
 * @example
 * const w = new Parameter(tensor([1]));
 * const optimizer = new SGD([w], { lr: 0.25 });
 * [optimizer.step(() => w.square().sum()), w] // [tensor(1), tensor([0.5000])]
 */
export abstract class Optimizer<O extends BaseOptions = BaseOptions> {
  readonly #rule: UpdateRule<O>;
  // The defaults of options that a group leaves out.
  readonly #common: O;
  #resolved: readonly ResolvedGroup<O>[] = [];
  #paramGroups: readonly ParamGroup<O>[] = [];
  #params: readonly Tensor[] = [];
  #names: readonly string[] = [];
  #states: readonly ParamState[] = [];
  // The plain groups; paramGroups wraps them to check writes.
  #groups: readonly ParamGroup<O>[] = [];
  #clip: ClipSetting | null;
  #untrained: Untrained;

  protected constructor(
    rule: UpdateRule<O>,
    params: OptimizerParams<O>,
    settings: OptimizerSettings<O> | undefined,
  ) {
    prepare();
    const { clipGradNorm, ...given } = contractOf(rule, rule.defaults, { clipGradNorm: clipRule })(settings);
    this.#rule = rule;
    this.#common = ownOptions(rule, given);
    this.#clip = clipGradNorm ?? null;
    this.#add(resolveGroups(rule.kind, params));
    this.#untrained = new Untrained(this);
  }

  /** Adds groups, all or none. */
  #add(resolved: readonly ResolvedGroup<O>[]): void {
    const rule = this.#rule;
    const contract = contractOf(rule, this.#common, {});
    const groups = resolved.map((group) => {
      const options = ownOptions(rule, contract(group.options));
      rule.check(options);
      return { ...options, params: group.params };
    });
    const params = resolved.flatMap((group) => group.params);
    this.#resolved = [...this.#resolved, ...resolved];
    this.#groups = [...this.#groups, ...groups];
    this.#paramGroups = [...this.#paramGroups, ...groups.map((group) => guarded(rule, group))];
    this.#params = [...this.#params, ...params];
    this.#names = namesOf(this.#resolved);
    this.#states = [...this.#states, ...params.map((param) => new ParamState(param))];
  }

  /**
   * Adds a group of parameters with its own options, such as layers that were frozen before. Missing options default to those
   * of the constructor. Schedulers update the new group, too.
   *
   * @throws ArgumentError for anything but a group, a wrong option, no parameters, or one that is trained already; DTypeError
   * for a tensor that is not a float tensor. Nothing is changed then.
   * @example
   * const [head, body] = [new Linear(2, 1), new Linear(2, 2)];
   * const optimizer = new SGD(head, { lr: 0.1 });
   * optimizer.addParamGroup({ params: body, lr: 0.01 });
   * optimizer.paramGroups.map(({ lr }) => lr) // [0.1, 0.01]
   */
  addParamGroup(group: ParamGroupSource<O>): void {
    requireFresh("optimizer.addParamGroup");
    this.#add([resolveAdded(`${this.kind}.addParamGroup`, group, this.#resolved)]);
    this.#untrained = new Untrained(this);
  }

  /** The groups, each with its parameters and options. Options can be set; values are checked. */
  get paramGroups(): readonly ParamGroup<O>[] {
    return this.#paramGroups;
  }

  /** All parameters, in group order, which is also the order of gradients in a list. */
  get params(): readonly Tensor[] {
    return this.#params;
  }

  /** The parameters' names in that order; numbers for parameters given in a list. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** The optimizer's name, such as "Adam". */
  get kind(): string {
    return this.#rule.kind;
  }

  /** The learning rate: that of the first group. Setting it sets it for all groups. */
  get lr(): number {
    return this.paramGroups[0]!.lr;
  }

  /** @throws ArgumentError unless `lr` is a finite number ≥ 0. */
  set lr(lr: number) {
    requireFresh("optimizer.lr");
    readRule(this.kind, "lr", required(rulesOf(this.#rule)["lr"]!), lr, "optimizer.lr = 0.1");
    for (const group of this.#groups) this.#rule.check({ ...group, lr });
    for (const group of this.#groups) group.lr = lr;
  }

  /** Clipping before each update; null for none. Setting anything but a {@link ClipSetting} throws an ArgumentError. */
  get clip(): ClipSetting | null {
    return this.#clip;
  }

  set clip(clip: ClipSetting | null) {
    this.#clip = readRule("clipGradNorm", "the setting", clipOrNone, clip, "null for no clipping");
  }

  /**
   * Runs a training step: runs `closure`, computes the gradients of its loss, clips them and updates the parameters.
   * All tensors made on the way are freed, except the ones that the closure returns. No values are read back.
   *
   * A loss that depends on a parameter which the optimizer cannot know throws: one that was replaced or added after the
   * optimizer was made, a tensor in a parameter's place, a parameter in a `#private` field. Parameters that were there
   * and left out on purpose (a part of a model, a frozen network) are not trained.
   *
   * @param closure returns the loss, a scalar; or an object with the loss as `loss`, which is returned with `gradNorm`,
   * the total norm of the gradients before clipping, a scalar.
   * @throws TrainingError if the loss does not depend on any parameter, or depends on one that was left out by mistake;
   * ShapeError if the loss is not a single number; ArgumentError unless `closure` is a function, or if it returns a
   * promise.
   * @example
   * const w = new Parameter(tensor([3]));
   * new SGD([w], { lr: 0.1 }).step(() => w.square().sum()) // tensor(9)
   */
  step(closure: () => Tensor): Tensor;
  step<R extends { readonly loss: Tensor }>(closure: () => R): R & { readonly gradNorm: Tensor };
  step(closure: () => Tensor | { readonly loss: Tensor }): Tensor | { readonly loss: Tensor } {
    const what = `${this.kind}.step`;
    checkFunction(what, "closure", closure, "write optimizer.step(() => loss)");
    parameterValues.refuse(what, "a parameter", this.#params);
    return scope(() => {
      const { value, grads } = this.#gradients(what, closure);
      const { norm, factor } = this.#clipping(grads);
      const result = value instanceof Tensor ? value : { ...value, gradNorm: norm ?? gradNorm(grads) };
      this.#update(grads, factor);
      return result;
    });
  }

  /**
   * Runs a closure and takes the gradients of its loss, with the checks of {@link step} and without an update: null for
   * parameters that the loss does not depend on. For gradients that are added up before {@link update}; errors name
   * `what`. Call it in a scope.
   *
   * @throws TrainingError, ShapeError and ArgumentError as `step` does.
   * @example
   * const w = new Parameter(tensor([3]));
   * new SGD([w]).gradients(() => w.square().sum()).grads // [tensor([6])]
   */
  gradients<R extends Tensor | { readonly loss: Tensor }>(
    closure: () => R,
    what?: string,
  ): ClosureGradients<R> {
    what ??= `${this.kind}.gradients`;
    checkFunction(what, "closure", closure, "write optimizer.gradients(() => loss)");
    return this.#gradients(what, closure);
  }

  #gradients<R extends Tensor | { readonly loss: Tensor }>(
    what: string,
    closure: () => R,
  ): ClosureGradients<R> {
    checkFields(this);
    assume(this.#common, () => this.#groups.length); // a step captured before a group was added lacks it
    return this.#untrained.gradients(what, closure);
  }

  #clipping(grads: Gradients): { readonly norm: Tensor | null; readonly factor: Tensor | null } {
    const options = (): ClipGradNormOptions => (typeof this.clip === "number" ? {} : (this.clip ?? {}));
    assume(this, () => `${this.clip === null} ${options().normType} ${options().eps}`);
    if (this.clip === null) return { norm: null, factor: null };
    return clipping(grads, () => maxNormOf(this.clip), options());
  }

  /**
   * Updates the parameters from gradients, clipped as {@link step} clips them: a list in the order of `params`, or a record by
   * the names in `names`. A parameter without a gradient is skipped, and its state is unchanged: where it is null, undefined or
   * (by name) missing, and where `valueAndGrad` gives zeros because the loss never met the parameter.
   *
   * @throws ArgumentError for a list of the wrong length, an unknown name or a value that is not a tensor; ShapeError
   * or DTypeError for a gradient with another shape or dtype than its parameter. Nothing is written then. BackendError
   * if an active tape needs a parameter's value.
   * @example
   * const w = new Parameter(tensor([3]));
   * new SGD([w], { lr: 0.1 }).update([tensor([6])]);
   * w // tensor([2.4000])
   */
  update(grads: Gradients): void {
    checkFields(this);
    checkGradients(`${this.kind}.update`, grads);
    parameterValues.refuse(`${this.kind}.update`, "a parameter", this.#params);
    const all = inOrder(`${this.kind}.update`, grads, this.names).map(withPath);
    all.forEach((grad, i) => {
      checkGradient(this.kind, this.names[i]!, grad, this.params[i]!);
    });
    scope(() => this.#update(all, this.#clipping(all).factor));
  }

  /** Updates from gradients in the order of `params`, each multiplied by `factor` first if there is one. */
  #update(grads: readonly MaybeGradient[], factor: Tensor | null): void {
    grads.forEach((grad, n) => {
      if (grad) checkWritable(this.kind, this.params[n]!);
    });
    let i = 0;
    for (const group of this.#groups) {
      const updates: ParamUpdate[] = [];
      for (const param of group.params) {
        const grad = grads[i];
        const state = this.#states[i]!;
        i++;
        if (grad !== null && grad !== undefined) updates.push({ param, grad, state });
      }
      if (updates.length > 0) this.#updateGroup(updates, group, factor);
    }
  }

  #updateGroup(updates: readonly ParamUpdate[], group: O, factor: Tensor | null): void {
    fresh(() => {
      for (const { state } of updates) state.step++;
    });
    try {
      this.#rule.update(updates, watchedOptions(group), factor);
    } catch (error) {
      fresh(() => {
        for (const { state } of updates) state.step--;
      });
      throw error;
    }
  }

  /** State and options by parameter index, like PyTorch's `state_dict`. A snapshot; tensors are not copied. */
  stateDict(): OptimizerState {
    return describeState(this.#groups, this.#states);
  }

  /**
   * The reasons why a state cannot be loaded, one line each; empty if it can.
   */
  stateProblems(state: OptimizerState): string[] {
    return stateProblems(this.#rule, this.#groups, this.names, state);
  }

  /**
   * Loads a state returned by `stateDict` of an optimizer of the same kind, with parameters of the same shapes. Also
   * sets lr and the other options.
   *
   * @throws OptimizerStateError listing everything that does not match; nothing is changed then.
   */
  loadStateDict(state: OptimizerState): void {
    const problems = this.stateProblems(state);
    if (problems.length > 0) throw new OptimizerStateError(this.kind, problems);
    restoreState(this.#groups, this.#states, state);
  }

  /** The options and shapes of each group, and how gradients are clipped. */
  toString(): string {
    const groups = this.paramGroups.map(({ params, ...options }) => {
      const shapes = params.map((param) => formatShape(param.shape)).join(" ");
      return `\n  ${JSON.stringify(options)} ${shapes}`;
    });
    const clip = this.clip === null ? "" : `\n  clipGradNorm: ${JSON.stringify(this.clip)}`;
    return `${this.kind}(${groups.join("")}${clip}\n)`;
  }
}

/** Prepares the class when its first optimizer is made: an import runs nothing, and bundlers drop it where it is not used. */
const prepare = /* @__PURE__ */ once(() => {
  refuseMethods(Optimizer.prototype, "optimizers", {
    zeroGrad: "gradients are returned, so there are none to clear; leave the call out",
    zero_grad: "gradients are returned, so there are none to clear; leave the call out",
    add_param_group: "write addParamGroup({ params, lr })",
  });
  refuseRenamed(Optimizer.prototype);
  showAsText(Optimizer.prototype);
  return true;
});
