import { DTypeError } from "../errors.ts";
import { isFloat } from "../memory/dtype.ts";
import { Tensor } from "../tensor.ts";
import { checkTensor } from "./check-tensor.ts";
import { type Rule, rule } from "./rules.ts";

/** The dtypes that a contract can ask for: "same" is the first tensor's, "" any. */
export type Kind = "float" | "int32" | "bool" | "same" | "";

const kinds: Readonly<Record<Exclude<Kind, "same">, string>> = {
  float: "hold floats",
  int32: "be int32",
  bool: "be bool",
  "": "be a tensor",
};

/** Whether a tensor has a dtype of a kind. */
export function hasKind({ dtype }: Tensor, kind: string, first?: Tensor): boolean {
  if (kind === "") return true;
  return kind === "float" ? isFloat(dtype) : dtype === (kind === "same" ? first?.dtype : kind);
}

/** The error for a tensor of another dtype, with the conversion. */
export function wrongKind(what: string, name: string, kind: Kind, x: Tensor, first?: Tensor): DTypeError {
  const dtype = kind === "float" ? "float32" : kind === "same" ? first?.dtype : kind;
  const fix = kind === "bool" ? `compare it, as in ${name}.ne(0)` : `convert it with to("${dtype}")`;
  const must = kind === "same" ? `be ${dtype}, as the first tensor is` : kinds[kind];
  return new DTypeError(`${what}: ${name} must ${must}, got ${x.describe()}; ${fix}.`);
}

/**
 * A live tensor of the given dtype, or of any. {@link tensors} checks its sizes.
 *
 * @param dims as in {@link tensors}, for a contract that includes this tensor
 * @example tensorRule("bool").holds(zeros([2])) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function tensorRule(kind: Exclude<Kind, "same"> = "", dims?: string): Rule<Tensor, undefined> {
  const must =
    kind === "" ? "a tensor" : kind === "float" ? "a tensor of floats" : `a tensor of dtype ${kind}`;
  const holds = (value: unknown): value is Tensor =>
    value instanceof Tensor && value.shares > 0 && hasKind(value, kind);
  const error = (what: string, name: string, value: unknown): Error => {
    checkTensor(what, name, value);
    return wrongKind(what, name, kind, value);
  };
  return { ...rule(must, holds), error, tensor: dims && `${kind} ${dims}` };
}
