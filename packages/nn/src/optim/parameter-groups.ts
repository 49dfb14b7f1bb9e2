import { Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";

/** Whatever has named parameters: a Module. */
export interface ParameterOwner {
  namedParameters(): Readonly<Record<string, Tensor>>;
}

/** Parameters: a Module's, a list, or by name. */
export type ParameterSource = ParameterOwner | readonly Tensor[] | Readonly<Record<string, Tensor>>;

/** Parameters with options of their own; what it leaves out is as for all. */
export type ParamGroupSource<O extends object> = { readonly params: ParameterSource } & Partial<O>;

/** What an optimizer takes: parameters, or groups of them. */
export type OptimizerParams<O extends object> = ParameterSource | readonly ParamGroupSource<O>[];

/** A group as it was asked for, its parameters found and named. `options` may still hold `params`. */
export interface ResolvedGroup<O extends object> {
  readonly params: readonly Tensor[];
  readonly names: readonly string[];
  readonly options: Partial<O>;
}

/**
 * The groups that the first argument of an optimizer stands for. Parameters of lists are named by number, counted
 * over all groups. Where two groups have the same names, every name gets its group's number in front ("1.weight").
 *
 * @throws TypeError for no parameters, for a parameter given twice, and for what is no float tensor.
 */
export function resolveGroups<O extends object>(
  kind: string,
  source: OptimizerParams<O>,
): ResolvedGroup<O>[] {
  const groups: ResolvedGroup<O>[] = [];
  let count = 0;
  const add = (params: ParameterSource, options: Partial<O>, where: string): void => {
    const group = resolve(kind, params, where, count);
    groups.push({ ...group, options });
    count += group.params.length;
  };
  if (isGroupList(source)) {
    source.forEach((group, i) => {
      add(group.params, group, `group ${i}: `);
    });
  } else add(source, {}, "");
  checkParams(kind, groups);
  const names = groups.flatMap((group) => group.names);
  if (new Set(names).size === names.length) return groups;
  return groups.map((group, i) => ({ ...group, names: group.names.map((name) => `${i}.${name}`) }));
}

function isGroupList<O extends object>(source: OptimizerParams<O>): source is readonly ParamGroupSource<O>[] {
  if (!Array.isArray(source) || source.length === 0) return false;
  const first: unknown = source[0];
  return typeof first === "object" && first !== null && !(first instanceof Tensor) && "params" in first;
}

function isOwner(source: object): source is ParameterOwner {
  return "namedParameters" in source && typeof source.namedParameters === "function";
}

function resolve(
  kind: string,
  source: ParameterSource,
  where: string,
  start: number,
): { readonly params: readonly Tensor[]; readonly names: readonly string[] } {
  if (typeof source !== "object" || source === null || source instanceof Tensor) {
    const got = source instanceof Tensor ? "a single tensor; wrap it in a list" : typeof source;
    throw new TypeError(
      `${kind}: ${where}expected a Module, a list of tensors or a record of them, got ${got}.`,
    );
  }
  const named: Readonly<Record<string, unknown>> = isOwner(source)
    ? source.namedParameters()
    : Object.fromEntries(
        Object.entries<unknown>(source).map(([key, x], i) => [
          Array.isArray(source) ? String(start + i) : key,
          x,
        ]),
      );
  const params = Object.entries(named).map(([name, x]) => checkParam(kind, where, name, x));
  return { params, names: Object.keys(named) };
}

function checkParam(kind: string, where: string, name: string, x: unknown): Tensor {
  if (!(x instanceof Tensor)) {
    const cure = name === "params" ? " Groups stand in a list: [{ params, lr }]." : "";
    throw new TypeError(`${kind}: ${where}parameter ${name} is not a tensor.${cure}`);
  }
  x.checkLive(kind);
  if (!isFloat(x.dtype)) {
    throw new TypeError(
      `${kind}: ${where}parameter ${name} is ${x.describe()}; only float tensors can be trained.`,
    );
  }
  if (!x.isContiguous || x.offset !== 0) {
    throw new TypeError(
      `${kind}: ${where}parameter ${name} is a view that is not contiguous; train its contiguous copy, ` +
        "new Parameter(x.clone()), or the tensor it is a view of.",
    );
  }
  return x;
}

function checkParams<O extends object>(kind: string, groups: readonly ResolvedGroup<O>[]): void {
  const seen = new Map<Tensor, string>();
  groups.forEach((group, g) => {
    group.params.forEach((param, i) => {
      const place = groups.length > 1 ? `group ${g}, ${group.names[i]}` : group.names[i]!;
      const before = seen.get(param);
      if (before !== undefined) {
        throw new TypeError(`${kind}: parameter ${place} is also parameter ${before}; name it once.`);
      }
      seen.set(param, place);
    });
  });
  if (seen.size === 0)
    throw new TypeError(`${kind}: no parameters were given, so there is nothing to train.`);
}
