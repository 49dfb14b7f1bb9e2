// Only the checks of arguments and options, "@saccade/tensor/checks": for code that runs where no tensors do, such as a
// page whose worker trains. "@saccade/tensor/backend" exports them too, with all that tensors need.

export {
  badArgument,
  checkBoolean,
  checkChoice,
  checkFunction,
  checkInteger,
  checkNumber,
  checkRange,
  checkString,
  describeValue,
  editDistance,
  nearest,
} from "./contract/arguments.ts";
export { refuseExtra } from "./contract/extra-arguments.ts";
export { checkOptions, type OptionNames, optionNames } from "./contract/option-names.ts";
export { ArgumentError, TrainingError } from "./errors.ts";
