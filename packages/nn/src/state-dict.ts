import type { Tensor } from "@saccade/tensor";
import { formatShape, isFloat, sameShape } from "@saccade/tensor/backend";
import { assign, type Parameter } from "./parameter.ts";

export interface LoadStateDictOptions {
  /** Whether the names must be exactly the module's. Default true. */
  readonly strict?: boolean;
}

/** Names that a load left out. */
export interface LoadResult {
  /** Parameters that the state does not have. They keep their values. */
  readonly missing: readonly string[];
  /** Names in the state that are no parameters. */
  readonly unexpected: readonly string[];
}

/** A state does not fit a module. Nothing was written. */
export class StateDictError extends Error {
  override readonly name: string = "StateDictError";
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  /** One line for each value of another shape, or of a dtype that is no float. */
  readonly unfit: readonly string[];

  constructor(owner: string, { missing, unexpected }: LoadResult, unfit: readonly string[]) {
    const lines = [
      ...(missing.length > 0 ? [`missing: ${missing.join(", ")}`] : []),
      ...(unexpected.length > 0 ? [`unexpected: ${unexpected.join(", ")}`] : []),
      ...unfit,
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

/** Checks a state against parameters by name and writes it into them. See `Module.loadStateDict`. */
export function loadInto(
  owner: string,
  parameters: ReadonlyMap<string, Parameter>,
  state: Readonly<Record<string, Tensor>>,
  { strict = true }: LoadStateDictOptions,
): LoadResult {
  const names = [...parameters.keys()];
  const result: LoadResult = {
    missing: names.filter((name) => !Object.hasOwn(state, name)),
    unexpected: Object.keys(state).filter((name) => !parameters.has(name)),
  };
  const pairs = [...parameters].flatMap(([name, parameter]) =>
    Object.hasOwn(state, name) ? [{ name, parameter, value: state[name]! }] : [],
  );
  const unfit = pairs.flatMap(({ name, parameter, value }) => complaint(name, parameter, value) ?? []);
  const incomplete = result.missing.length + result.unexpected.length > 0;
  if (unfit.length > 0 || (strict && incomplete)) {
    throw new StateDictError(owner, strict ? result : { missing: [], unexpected: [] }, unfit);
  }
  for (const { parameter, value } of pairs) assign(parameter, value);
  return result;
}

function complaint(name: string, parameter: Parameter, value: Tensor): string | null {
  value.checkLive("loadStateDict");
  if (!sameShape(value.shape, parameter.shape)) {
    return `${name}: ${formatShape(value.shape)} in the state, ${formatShape(parameter.shape)} in the module`;
  }
  return isFloat(value.dtype)
    ? null
    : `${name}: ${value.dtype} in the state, ${parameter.dtype} in the module`;
}
