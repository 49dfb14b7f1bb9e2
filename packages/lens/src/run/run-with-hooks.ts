import { Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type OptionsOf, options, unchecked } from "@saccade/tensor/contract";
import { type Bare, checkRun, type Hooks, type Input, Listening } from "./listen.ts";

const name = "runWithHooks";
const read = options(
  name,
  {
    /** Hooks by the name of their site, or pairs of sites and a hook. */
    hooks: unchecked<Hooks>("hooks"),
  },
  {
    example: `${name}(model, ids, { hooks: { "blocks.0.attn.hook_z": (z) => z.mul(0) } })`,
    renamed: { fwdHooks: "write hooks", bwdHooks: "use grad of @saccade/autograd" },
  },
);

/** Options of {@link runWithHooks}. */
export interface RunWithHooksOptions extends OptionsOf<typeof read> {}

/**
 * Runs a model with hooks at its sites, as TransformerLens's `run_with_hooks`. A hook takes a site's value and returns the
 * one that the model continues with, or undefined to only observe it. Tensors that hooks receive outlive the scope that made
 * them. The hooks of an asynchronous run see everything until its promise settles; meanwhile other runs with hooks or a cache throw.
 *
 * @param input the model's input, its arguments in an array, or a function that calls the model
 * @returns the model's result
 * @throws ArgumentError for a site that the model does not have, naming the nearest, before the model runs; and for a hook
 * that returns a tensor of another shape.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const ids = tensor([[1, 2, 3]], { dtype: "int32" });
 * runWithHooks(gpt, ids, { hooks: { "blocks.0.hook_attn_out": (x) => x.mul(0) } }).shape // [1, 3, 9]
 */
export function runWithHooks<R>(model: Module, input: () => R, options: RunWithHooksOptions): R;
export function runWithHooks<R>(
  model: Module & { forward(input: Tensor): R },
  input: Tensor,
  options: RunWithHooksOptions,
): Bare<R>;
export function runWithHooks<A extends readonly unknown[], R>(
  model: Module & { forward(...args: A): R },
  input: A,
  options: RunWithHooksOptions,
): R;
export function runWithHooks(model: Module, input: Input, given: RunWithHooksOptions): unknown {
  checkRun(name, model, model instanceof Module, input);
  const { hooks = {} } = read(given);
  const listening = new Listening(name, model);
  listening.add(hooks);
  return listening.run(input, (result) => result, true);
}
