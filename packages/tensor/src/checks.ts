// Only the checks of arguments and options, "@saccade/tensor/checks": for code that runs where no tensors do, such as a
// page whose worker trains. "@saccade/tensor/backend" exports them too, with all that tensors need.

export {
  ArgumentError,
  badArgument,
  checkBoolean,
  checkChoice,
  checkFunction,
  checkInteger,
  checkNumber,
  checkOptions,
  checkRange,
  checkString,
  describeValue,
  editDistance,
  nearest,
  type OptionNames,
  optionNames,
  refuseExtra,
  TrainingError,
} from "@saccade/contract";
