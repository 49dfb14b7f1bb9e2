import { ArgumentError, fromData, keep, scope, Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkTensor,
  describeValue,
  isFloat,
  Lender,
  sameShape,
  shareInto,
  withoutTapes,
} from "@saccade/tensor/backend";
import { callable, instanceOf, type OptionsOf, options, readRule, required } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { assignAll, parameterValues } from "../parameter.ts";
import { decay } from "../rules.ts";
import { StateDictError } from "../state-dict.ts";

/** The next average of a parameter, from the average so far, the parameter, and the number of averaged models. */
export type AverageFn = (averaged: Tensor, current: Tensor, numAveraged: number) => Tensor;

const decayRule = decay(0.999);
const lender = /* @__PURE__ */ new Lender(parameterValues);

/**
 * An exponential moving average, decay · average + (1 − decay) · parameter: for {@link AveragedModel}.
 *
 * @throws ArgumentError unless decay is from 0 and below 1.
 * @example getEmaAvgFn(0.75)(tensor([4]), tensor([8]), 1) // tensor([5])
 */
export function getEmaAvgFn(decay: number = 0.999): AverageFn {
  readRule("getEmaAvgFn", "decay", decayRule, decay, "getEmaAvgFn(0.999)");
  return (averaged, current) => averaged.add(current.sub(averaged).mul(1 - decay));
}

/**
 * The equal average of all models (Izmailov et al. 2018): what {@link AveragedModel} takes by default.
 *
 * @example getSwaAvgFn()(tensor([4]), tensor([8]), 1) // tensor([6])
 */
export function getSwaAvgFn(): AverageFn {
  return (averaged, current, n) => averaged.add(current.sub(averaged).div(n + 1));
}

const averageOptions = options(
  "new AveragedModel(net, { avgFn: getEmaAvgFn(0.999) })",
  {
    /** How a parameter is averaged. Default {@link getSwaAvgFn}. */
    avgFn: callable<AverageFn>(),
  },
  {
    renamed: {
      multiAvgFn: "write avgFn: getEmaAvgFn(0.999)",
      useBuffers: "buffers are copied from the model",
      device: "averages are where the model is",
    },
  },
);

/** Options of {@link AveragedModel}. */
export interface AveragedModelOptions extends OptionsOf<typeof averageOptions> {}

const modelRule = required(instanceOf("a Module", Module));

/**
 * Averages of a model's parameters over training: their mean (Izmailov et al. 2018, "Averaging Weights Leads to Wider Optima
 * and Better Generalization"), or a moving average. Call `updateParameters(net)` after steps; `use` runs the model with the
 * averages. The state has PyTorch's names, `n_averaged` and `module.…`.
 *
 * @example
 * const net = new Linear(1, 1);
 * const averaged = new AveragedModel(net);
 * averaged.updateParameters(net);
 * averaged.nAveraged // 1
 */
export class AveragedModel<M extends Module = Module> {
  /** The model, with the parameters being trained. */
  readonly module: M;
  readonly #avgFn: AverageFn;
  readonly #averages: Map<string, Tensor> = new Map();
  #count: number = 0;

  /** @throws ArgumentError for anything but a module, or a wrong option. */
  constructor(model: M, given: AveragedModelOptions = {}) {
    readRule("AveragedModel", "model", modelRule, model, averageOptions.example);
    this.module = model;
    this.#avgFn = averageOptions(given).avgFn ?? getSwaAvgFn();
    // All or nothing, where memory runs out.
    withoutTapes(() =>
      scope(() => {
        const copies = Object.entries(model.stateDict()).map(([name, x]) => [name, x.clone()] as const);
        for (const [name, x] of copies) this.#averages.set(name, keep(x));
      }),
    );
  }

  /** How many models were averaged. */
  get nAveraged(): number {
    return this.#count;
  }

  /**
   * Takes the model's present parameters into the averages. The first call copies them.
   *
   * @throws StateDictError unless the model has the parameters of this one's.
   */
  updateParameters(model: Module): void {
    readRule("AveragedModel.updateParameters", "model", modelRule, model, "averaged.updateParameters(net)");
    withoutTapes(() =>
      scope(() => {
        const state = model.stateDict();
        this.#checkNames("AveragedModel.updateParameters", Object.keys(state));
        const parameters = model.namedParameters();
        parameterValues.refuse(
          "AveragedModel.updateParameters",
          model.constructor.name,
          Object.values(parameters),
        );
        const next = [...this.#averages].map(([name, average]) => {
          const now = state[name]!;
          const averaged = this.#count > 0 && name in parameters;
          const next = averaged ? this.#avgFn(average, now, this.#count) : now.clone();
          if (next instanceof Tensor && sameShape(next.shape, average.shape) && next.dtype === average.dtype)
            return next;
          throw averaged
            ? new ArgumentError(`AveragedModel.updateParameters: avgFn gave ${describeValue(next)} for ${name}, which is ${average.describe()}; return the next average.`) // biome-ignore format: one line
            : unfitError([[name, next, average]]);
        });
        assignAll("AveragedModel.updateParameters", [...this.#averages.values()], next);
      }),
    );
    this.#count++;
  }

  /**
   * Runs `work` while the model's parameters are the averages, and restores them afterwards. For evaluation, and for saving
   * the averages as the model's. Asynchronous work has them until its promise settles; meanwhile training and loading the
   * model throw.
   *
   * @throws ArgumentError while the parameters are lent to asynchronous work.
   * @example
   * const net = new Linear(1, 1, { bias: false });
   * const averaged = new AveragedModel(net);
   * averaged.use(() => net.forward(ones([1, 1])).shape) // [1, 1]
   */
  use<R>(work: () => R): R {
    readRule("AveragedModel.use", "work", required(callable<() => R>()), work, "averaged.use(() => …)");
    const own = Object.entries(this.module.namedParameters());
    this.#checkNames(
      "AveragedModel.use",
      scope(() => Object.keys(this.module.stateDict())),
    );
    const params = own.map(([, x]) => x);
    const values = own.map(([name]) => this.#averages.get(name)!);
    return lender.lend(
      "AveragedModel.use",
      this.#name,
      params,
      () => {
        const before = params.map((x) => withoutTapes(() => keep(x.detach())));
        shareInto("AveragedModel.use", params, values);
        return () => {
          shareInto("AveragedModel.use", params, before);
          for (const x of before) x.dispose();
        };
      },
      work,
    );
  }

  get #name(): string {
    return this.module.constructor.name;
  }

  /** The averages by PyTorch's names. A snapshot; tensors are not copied. */
  stateDict(): Record<string, Tensor> {
    const averages = withoutTapes(() =>
      [...this.#averages].map(([name, x]): [string, Tensor] => [`module.${name}`, x.detach()]),
    );
    return { n_averaged: fromData(Int32Array.of(this.#count), []), ...Object.fromEntries(averages) };
  }

  /**
   * Loads a state returned by `stateDict`.
   *
   * @throws StateDictError if names or shapes do not fit; nothing is changed then.
   */
  loadStateDict(state: Readonly<Record<string, Tensor>>): void {
    const { n_averaged: count, ...named } = Object(state) as Record<string, Tensor>;
    const values = Object.entries(named).map(([name, x]): [string, Tensor] => [
      name.replace(/^module\./, ""),
      x,
    ]);
    this.#checkNames("AveragedModel", [...values.map(([name]) => name), ...(count ? [] : ["n_averaged"])]);
    for (const [name, x] of values) checkTensor("AveragedModel.loadStateDict", `module.${name}`, x);
    const targets = values.map(([name]) => this.#averages.get(name)!);
    const unfit = values.flatMap(([name, x], i): Unfit[] => {
      x.checkLive("AveragedModel.loadStateDict");
      const fits = sameShape(x.shape, targets[i]!.shape) && isFloat(x.dtype) === isFloat(targets[i]!.dtype);
      return fits ? [] : [[name, x, targets[i]!]];
    });
    if (unfit.length > 0) throw unfitError(unfit);
    const averaged = countIn(count);
    withoutTapes(() =>
      assignAll(
        "AveragedModel.loadStateDict",
        targets,
        values.map(([, x]) => x),
      ),
    );
    this.#count = averaged;
  }

  #checkNames(what: string, names: readonly string[]): void {
    const own = [...this.#averages.keys()];
    const missing = own.filter((name) => !names.includes(name));
    const unexpected = names.filter((name) => !own.includes(name));
    if (missing.length > 0 || unexpected.length > 0)
      throw new StateDictError(what, { missing, unexpected }, []);
  }
}

type Unfit = readonly [name: string, given: Tensor, here: Tensor];

function unfitError(all: readonly Unfit[]): StateDictError {
  const lines = all.map(([name, x, here]) => `module.${name} is ${x.describe()}, here ${here.describe()}`);
  return new StateDictError("AveragedModel", { missing: [], unexpected: [] }, lines);
}

/** @throws ArgumentError unless it is a scalar tensor of a whole number ≥ 0. */
function countIn(count: unknown): number {
  const isScalar = count instanceof Tensor && count.numel === 1;
  if (isScalar) count.checkLive("AveragedModel.loadStateDict: n_averaged");
  const number = isScalar ? count.item() : count;
  if (isScalar && Number.isSafeInteger(number) && Number(number) >= 0) return Number(number);
  const must = "a scalar tensor of a whole number ≥ 0";
  throw badArgument("AveragedModel.loadStateDict", "n_averaged", must, number, "pass what stateDict() gave");
}
