import { Tensor } from "@saccade/tensor";
import { formatShape, isFloat, sameShape } from "@saccade/tensor/backend";
import { flag, instanceOf, type OptionsOf, options, readRule, required } from "@saccade/tensor/contract";
import { isRecord } from "./checks.ts";
import { assignAll, parameterValues } from "./parameter.ts";
import { recordOf } from "./rules.ts";
import { someOf } from "./state-problems.ts";

const loadOptions = options(
  "loadStateDict",
  {
    /** Whether the names must be exactly the module's. Default true. */
    strict: flag(true),
  },
  { example: "net.loadStateDict(state, { strict: false })" },
);

const values = {
  ...instanceOf("a tensor", Tensor),
  fix: (value: unknown) => (isRecord(value) ? "write loadStateDict(file.tensors)" : undefined),
};
const stateRule = required({
  ...recordOf("the tensors by name, as stateDict() gives them", values),
  fix: fixFor,
});

/** Options of `loadStateDict`. */
export interface LoadStateDictOptions extends OptionsOf<typeof loadOptions> {}

/** The names that a load skipped. */
export interface LoadResult {
  /** Parameters and buffers that the state does not have. They keep their values. */
  readonly missing: readonly string[];
  /** Names in the state that are neither parameters nor buffers. */
  readonly unexpected: readonly string[];
}

/**
 * A state does not match a module. Nothing was written.
 *
 * @example new Linear(2, 1).loadStateDict({ weight: ones([1, 2]) }); // throws StateDictError
 */
export class StateDictError extends Error {
  override readonly name: string = "StateDictError";
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  /** One line for each value with another shape, or a dtype that does not fit. */
  readonly unfit: readonly string[];

  constructor(owner: string, { missing, unexpected }: LoadResult, unfit: readonly string[]) {
    const lines = [
      ...(missing.length > 0 ? [`missing: ${someOf(missing, ", ")}`] : []),
      ...(unexpected.length > 0 ? [`unexpected: ${someOf(unexpected, ", ")}`] : []),
      ...(unfit.length > 0 ? [someOf(unfit, "\n  ")] : []),
    ];
    const cure =
      unfit.length === 0
        ? "Pass { strict: false } to load only the names that fit."
        : "Build the module with the sizes that the state was saved with.";
    super(
      `loadStateDict: the state does not fit ${owner}; nothing was written.\n  ${lines.join("\n  ")}\n${cure}`,
    );
    this.missing = missing;
    this.unexpected = unexpected;
    this.unfit = unfit;
  }
}

/** Checks a state against parameters and buffers by name and writes it into them, all or nothing. See `Module.loadStateDict`. */
export function loadInto(
  owner: string,
  parameters: ReadonlyMap<string, Tensor>,
  state: Readonly<Record<string, Tensor>>,
  given: LoadStateDictOptions,
): LoadResult {
  readRule("loadStateDict", "state", stateRule, state, "loadStateDict(state)");
  const { strict } = loadOptions(given);
  const result: LoadResult = {
    missing: [...parameters.keys()].filter((name) => !Object.hasOwn(state, name)),
    unexpected: Object.keys(state).filter((name) => !parameters.has(name)),
  };
  const pairs = [...parameters].flatMap(([name, parameter]) =>
    Object.hasOwn(state, name) ? [{ name, parameter, value: state[name]! }] : [],
  );
  const unfit = pairs.flatMap(({ name, parameter, value }) => complaint(name, parameter, value) ?? []);
  const incomplete = result.missing.length + result.unexpected.length > 0;
  if (unfit.length > 0 || (strict && incomplete))
    throw new StateDictError(owner, strict ? result : { missing: [], unexpected: [] }, unfit);
  const [targets, values] = [pairs.map(({ parameter }) => parameter), pairs.map(({ value }) => value)];
  parameterValues.refuse("loadStateDict", owner, targets);
  assignAll("loadStateDict", targets, values);
  return result;
}

function fixFor(state: unknown): string | undefined {
  if (state instanceof Promise) return "await it first";
  if (state instanceof Uint8Array) return "write loadStateDict(fromSafetensors(bytes).tensors)";
  if (state instanceof Map) return "write loadStateDict(Object.fromEntries(map))";
  const isModule = typeof state === "object" && state !== null && "stateDict" in state;
  return isModule ? "write loadStateDict(other.stateDict())" : undefined;
}

function complaint(name: string, parameter: Tensor, value: Tensor): string | null {
  value.checkLive("loadStateDict");
  if (!sameShape(value.shape, parameter.shape)) {
    return `${name}: ${formatShape(value.shape)} in the state, ${formatShape(parameter.shape)} in the module`;
  }
  return isFloat(value.dtype) === isFloat(parameter.dtype)
    ? null
    : `${name}: ${value.dtype} in the state, ${parameter.dtype} in the module`;
}
