import { ArgumentError, DTypeError, Tensor } from "@saccade/tensor";
import { badArgument, describeValue, isFloat } from "@saccade/tensor/backend";
import { isRecord } from "../checks.ts";
import { Module } from "../module.ts";

/** An object with named parameters, such as a Module. */
export interface ParameterOwner {
  /** All parameters by name. */
  namedParameters(): Readonly<Record<string, Tensor>>;
}

/** Parameters: a Module, a list, or a record. */
export type ParameterSource = ParameterOwner | readonly Tensor[] | Readonly<Record<string, Tensor>>;

/** Parameters with their own options. Missing options take the shared values. */
export type ParamGroupSource<O extends object> = { readonly params: ParameterSource } & Partial<O>;

/** The parameters of an optimizer: parameters, or groups of them. */
export type OptimizerParams<O extends object> = ParameterSource | readonly ParamGroupSource<O>[];

/** A group with its parameters found and named. `options` may still contain `params`. */
export interface ResolvedGroup<O extends object> {
  readonly params: readonly Tensor[];
  readonly names: readonly string[];
  readonly options: Partial<O>;
  /** The module whose parameters they are; null for a list or a record. */
  readonly module: Module | null;
}

/**
 * Resolves the first argument of an optimizer to groups. Parameters in lists are named by number, counted over all
 * groups. If two groups share names, every name is prefixed with its group's number ("1.weight").
 *
 * @throws ArgumentError for no parameters, a duplicate parameter, or a value that is not a tensor; DTypeError for a
 * tensor that is not a float tensor.
 */
export function resolveGroups<O extends object>(
  kind: string,
  source: OptimizerParams<O>,
): ResolvedGroup<O>[] {
  const groups: ResolvedGroup<O>[] = [];
  let count = 0;
  const add = (params: ParameterSource, options: Partial<O>, where: string): void => {
    const group = resolve(kind, params, where, count);
    groups.push({ ...group, options, module: params instanceof Module ? params : null });
    count += group.params.length;
  };
  if (isGroupList(source)) {
    source.forEach((group: unknown, i) => {
      if (!isGroup<O>(group))
        throw badArgument(
          kind,
          `group ${i}`,
          "an object { params, lr, … }",
          group,
          "write [{ params: net.head }]",
        );
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
  return isGroup(source[0]);
}

function isGroup<O extends object>(value: unknown): value is ParamGroupSource<O> {
  return isRecord(value) && "params" in value;
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
  if (!isSource(source)) throw badSource(kind, where, source);
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
  if (!(x instanceof Tensor)) throw notParameter(kind, where, name, x);
  x.checkLive(kind);
  if (!isFloat(x.dtype)) {
    throw new DTypeError(
      `${kind}: ${where}parameter ${name} is ${x.describe()}; only float tensors can be trained.`,
    );
  }
  if (!x.isContiguous || x.offset !== 0) {
    throw new ArgumentError(
      `${kind}: ${where}parameter ${name} is a view that is not contiguous; train its contiguous copy, ` +
        "new Parameter(x.clone()), or the tensor it is a view of.",
    );
  }
  return x;
}

function isSource(source: unknown): source is ParameterSource {
  if (typeof source !== "object" || source === null) return false;
  return Array.isArray(source) || isRecord(source) || isOwner(source);
}

function badSource(kind: string, where: string, source: unknown): ArgumentError {
  const rule = "a Module, a list of tensors or a record of them";
  if (source instanceof Tensor) return badArgument(kind, `${where}params`, rule, source, "write [parameter]");
  if (source instanceof Map || source instanceof Set)
    return badArgument(kind, `${where}params`, rule, source, "write [...parameters.values()]");
  if (typeof source === "function")
    return badArgument(kind, `${where}params`, rule, source, "write net or net.parameters()");
  return badArgument(kind, `${where}params`, rule, source, `write new ${kind}(net, { lr: 0.1 })`);
}

function notParameter(kind: string, where: string, name: string, x: unknown): ArgumentError {
  const isModule = typeof x === "object" && x !== null && isOwner(x);
  const fix = isModule
    ? "; write [{ params: net.a }, { params: net.b }] for several modules"
    : name === "params" || name === "lr"
      ? "; groups stand in a list: [{ params, lr }]"
      : "";
  return new ArgumentError(`${kind}: ${where}parameter ${name} is ${describeValue(x)}, not a tensor${fix}.`);
}

function checkParams<O extends object>(kind: string, groups: readonly ResolvedGroup<O>[]): void {
  const seen = new Map<Tensor, string>();
  groups.forEach((group, g) => {
    group.params.forEach((param, i) => {
      const place = groups.length > 1 ? `group ${g}, ${group.names[i]}` : group.names[i]!;
      const before = seen.get(param);
      if (before !== undefined) {
        throw new ArgumentError(`${kind}: parameter ${place} is also parameter ${before}; name it once.`);
      }
      seen.set(param, place);
    });
  });
  if (seen.size === 0)
    throw new ArgumentError(
      `${kind}: no parameters were given, so there is nothing to train. A Module's parameters are found in its fields, ` +
        "not in #private ones.",
    );
}
