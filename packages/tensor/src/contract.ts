// The third entry point, "@saccade/tensor/contract": declarations of what functions accept, from which types, checks,
// messages and documentation follow.

export {
  type Given,
  type Options,
  type OptionsOf,
  objectOf,
  options,
  type Rules,
  readRule,
  type Settings,
  type SettingsOf,
  type Words,
} from "./contract/options.ts";
export {
  type Bounds,
  callable,
  flag,
  instanceOf,
  listOf,
  nullable,
  number,
  oneOf,
  type Part,
  probability,
  type RequiredRule,
  type Rule,
  required,
  rule,
  size,
  text,
  unchecked,
  whole,
  withFix,
} from "./contract/rules.ts";
export { type Signature, signature } from "./contract/signature.ts";
export type { NamedSizes, SizesOf } from "./contract/size-names.ts";
export { tensorRule } from "./contract/tensor-rule.ts";
export { type Known, type Tensors, tensors } from "./contract/tensors.ts";
