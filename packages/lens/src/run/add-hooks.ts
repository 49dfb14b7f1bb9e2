import { type HookHandle, Module } from "@saccade/nn";
import { addSiteListener, badArgument } from "@saccade/tensor/backend";
import { type Hooks, Listening } from "./listen.ts";

const name = "addHooks";

/**
 * Adds hooks to a model until they are removed. Compiled steps that use the model are captured again, with the hooks: their
 * ops are replayed, and nothing else that they do. Tensors that a hook keeps beyond the call go through `keep`.
 *
 * @throws ArgumentError for a site that the model does not have.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const handle = addHooks(gpt, { "blocks.0.attn.hook_pattern": (pattern) => pattern.mul(0) });
 * handle.remove() // undefined
 */
export function addHooks(model: Module, hooks: Hooks): HookHandle {
  if (!(model instanceof Module)) throw badArgument(name, "model", "a Module", model);
  const listening = new Listening(name, model, false);
  listening.add(hooks);
  return { remove: addSiteListener(listening) };
}
