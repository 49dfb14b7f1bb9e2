import type { ClassOf } from "../declare.ts";
import { refuseFields } from "./fields.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import type { BaseOptions, UpdateRule } from "./rule.ts";

/** The base of an optimizer's class, from its update rule, which is made for the first one. */
/* @__NO_SIDE_EFFECTS__ */
export function optimizerOf<O extends BaseOptions>(
  rule: () => UpdateRule<O>,
): ClassOf<[params: OptimizerParams<O>, settings?: OptimizerSettings<O>], Optimizer<O>> {
  let made: UpdateRule<O> | undefined;
  class Ruled extends Optimizer<O> {
    constructor(params: OptimizerParams<O>, settings?: OptimizerSettings<O>) {
      made ??= rule();
      super(made, params, settings);
      if (Object.getPrototypeOf(new.target) === Ruled) refuseFields(this);
    }
  }
  return Ruled;
}
