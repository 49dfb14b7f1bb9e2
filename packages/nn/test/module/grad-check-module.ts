import { type GradCheckOptions, gradCheck } from "@saccade/autograd";
import type { Tensor } from "@saccade/tensor";
import type { Module } from "../../src/index.ts";

/** Puts a tensor where a parameter of that name is, for as long as a check runs. */
export function put(module: Module, name: string, value: Tensor): void {
  const path = name.split(".");
  let owner: object = module;
  for (const part of path.slice(0, -1)) owner = Reflect.get(owner, part);
  Reflect.set(owner, path.at(-1)!, value);
}

/** {@link gradCheck} for the inputs and every parameter of a module. */
export function gradCheckModule(
  module: Module,
  f: (...inputs: Tensor[]) => Tensor | readonly Tensor[],
  inputs: readonly Tensor[],
  options: GradCheckOptions = {},
): void {
  const parameters = module.namedParameters();
  const names = Object.keys(parameters);
  const withParameters = (...all: Tensor[]): Tensor | readonly Tensor[] => {
    names.forEach((name, i) => {
      put(module, name, all[inputs.length + i]!);
    });
    return f(...all.slice(0, inputs.length));
  };
  try {
    gradCheck(withParameters, [...inputs, ...Object.values(parameters)], options);
  } finally {
    for (const name of names) put(module, name, parameters[name]!);
  }
}
