import { ArgumentError, ShapeError, Tensor } from "@saccade/tensor";
import { checkTensor, formatShape, Lender, sameShape } from "@saccade/tensor/backend";
import { instanceOf, readRule, required } from "@saccade/tensor/contract";
import { replaceFields } from "./fields.ts";
import { Module } from "./module.ts";
import { branches } from "./module-tree.ts";
import { recordOf } from "./rules.ts";

const example = "functionalCall(net, params, [x])";
const moduleRule = required(instanceOf("a module", Module));
const paramsRule = required(
  recordOf(
    "tensors by the names of parameters, as namedParameters() gives them",
    instanceOf("a tensor", Tensor),
  ),
);

const fields = new Lender();

/**
 * Calls `module.forward(...args)` with other values in place of its parameters, which do not change: the module as a
 * function of its parameters, for `grad`, `vmap`, `jacobian` and `hvp`. An asynchronous `forward` has the values until its
 * promise settles; meanwhile other functional calls of the module and its parts throw. PyTorch's
 * `torch.func.functional_call`.
 *
 * @param params values by name, in the parameters' shapes; parameters that are not named keep their values
 * @param args the arguments of `forward`, as a list
 * @throws ArgumentError for a name that no parameter has, or anything but tensors; ShapeError for another shape.
 * @example
 * const net = new Linear(2, 1, { bias: false });
 * functionalCall(net, { weight: tensor([[1, 2]]) }, [tensor([3, 4])]) // tensor([11])
 */
export function functionalCall<M extends Module>(
  module: M,
  params: Readonly<Record<string, Tensor>>,
  args: Parameters<M["forward"]>,
): ReturnType<M["forward"]> {
  readRule("functionalCall", "module", moduleRule, module, example);
  readRule("functionalCall", "params", paramsRule, params, example);
  if (!Array.isArray(args))
    throw new ArgumentError(`functionalCall: args must be a list of forward's arguments; write ${example}.`);
  const parts = Array.from(branches(module), ([, branch]) => branch);
  fields.refuse("functionalCall", module.constructor.name, parts);
  const own = module.namedParameters();
  const values = new Map<unknown, Tensor>();
  const given = new Set<Tensor>();
  for (const [name, value] of Object.entries(params)) {
    const parameter = own[name];
    if (parameter === undefined)
      throw new ArgumentError(
        `functionalCall: ${module.constructor.name} has no parameter ${name}; it has ` +
          `${Object.keys(own).join(", ") || "none: if its layers are lazy, run one sample first"}.`,
      );
    checkTensor("functionalCall", name, value);
    if (!sameShape(value.shape, parameter.shape))
      throw new ShapeError(
        `functionalCall: ${name} is ${value.describe()}, expected the parameter's shape ${formatShape(parameter.shape)}.`,
      );
    // One distinct tensor per parameter, so that each maps back to its parameter.
    values.set(parameter, given.has(value) ? value.view(value.shape) : value);
    given.add(value);
  }
  const back = new Map<unknown, unknown>([...values].map(([parameter, value]) => [value, parameter]));
  const swap = (other: ReadonlyMap<unknown, unknown>): void => {
    for (const [, branch] of [...branches(module)])
      replaceFields(branch, (value) => other.get(value) ?? value);
  };
  return fields.lend(
    "functionalCall",
    module.constructor.name,
    parts,
    () => {
      swap(values);
      return () => swap(back);
    },
    () => module.forward(...(args as never[])) as ReturnType<M["forward"]>,
  );
}
