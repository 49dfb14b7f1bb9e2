import type { Module } from "@saccade/nn";

/** Runs `f` with the module and its submodules in eval mode, then restores each one's mode. */
export function inEvalMode<T>(module: Module, f: () => T): T {
  const before = module.modules().map((part) => ({ part, training: part.training }));
  module.eval();
  try {
    return f();
  } finally {
    for (const { part, training } of before) part.training = training;
  }
}
