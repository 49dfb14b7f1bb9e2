import { DTypeError } from "./errors.ts";
import { type Rule, rule } from "./rules.ts";
import type { Described, TensorType } from "./tensor-type.ts";

/** The dtypes that a contract can ask for: "same" is the first tensor's, "" any. */
export type Kind = "float" | "int32" | "bool" | "same" | "";

/** Whether a tensor has a dtype of a kind. */
export function hasKind({ dtype }: Described, kind: string, first?: Described): boolean {
  if (kind === "") return true;
  if (kind === "float") return dtype === "float32" || dtype === "float64";
  return dtype === (kind === "same" ? first?.dtype : kind);
}

/**
 * The error for a tensor of another dtype, with the conversion.
 *
 * @example wrongKind("f", "x", "float", tensor([true])).message // "f: x must hold floats, got bool[1]; convert it with to(\"float32\")."
 */
export function wrongKind(
  what: string,
  name: string,
  kind: Kind,
  x: Described,
  first?: Described,
): DTypeError {
  const dtype = kind === "float" ? "float32" : kind === "same" ? first?.dtype : kind;
  const fix = kind === "bool" ? `compare it, as in ${name}.ne(0)` : `convert it with to("${dtype}")`;
  const must =
    kind === "float" ? "hold floats" : `be ${dtype}${kind === "same" ? ", as the first tensor is" : ""}`;
  return new DTypeError(`${what}: ${name} must ${must}, got ${x.describe()}; ${fix}.`);
}

/**
 * A live tensor of a class and of the given dtype, or of any.
 *
 * @param dims as in {@link tensorsOf}, for a contract that includes this tensor
 * @example
 * const type = { isLive: (value) => value instanceof Tensor, check: () => {} };
 * tensorRuleOf(type, "bool").holds(zeros([2])) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function tensorRuleOf<T extends Described>(
  type: TensorType<T>,
  kind: Exclude<Kind, "same"> = "",
  dims?: string,
): Rule<T, undefined> {
  const must =
    kind === "" ? "a tensor" : kind === "float" ? "a tensor of floats" : `a tensor of dtype ${kind}`;
  const holds = (value: unknown): value is T => type.isLive(value) && hasKind(value, kind);
  const error = (what: string, name: string, value: unknown): Error => {
    type.check(what, name, value);
    return wrongKind(what, name, kind, value);
  };
  return { ...rule(must, holds), error, tensor: dims && `${kind} ${dims}` };
}
