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
export * from "./call-errors.ts";
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
export * from "./options.ts";
export * from "./rules.ts";
export * from "./signature.ts";
export * from "./size-names.ts";
export { type Kind, tensorRuleOf, wrongKind } from "./tensor-kinds.ts";
export * from "./tensor-type.ts";
export * from "./tensors.ts";
