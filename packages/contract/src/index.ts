// Declarations of what functions accept, from which types, checks, messages and documentation follow.

export {
  badArgument,
  checkBoolean,
  checkChoice,
  checkFinite,
  checkFunction,
  checkInteger,
  checkNumber,
  checkRange,
  checkString,
  keepOne,
  notTensor,
} from "./bad-argument.ts";
export { ofCall, within } from "./call-errors.ts";
export {
  camelCase,
  cut,
  describeValue,
  editDistance,
  nearest,
  ownTensors,
} from "./describe.ts";
export * from "./errors.ts";
export { refuseExtra } from "./extra-arguments.ts";
export { checkOptions, notOptions, type OptionNames, optionNames } from "./option-names.ts";
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
} from "./options.ts";
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
} from "./rules.ts";
export { type Signature, signature } from "./signature.ts";
export type { NamedSizes, SizesOf } from "./size-names.ts";
export { type Kind, tensorRuleOf, wrongKind } from "./tensor-kinds.ts";
export type { Described, TensorType } from "./tensor-type.ts";
export { type Known, type Tensors, tensorsOf } from "./tensors.ts";
