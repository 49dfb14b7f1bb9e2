import { fromSafetensors } from "@saccade/nn";
import { useBestBackend } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import type { LookAsk, TransformerCalls } from "./calls.ts";
import { Inspector } from "./inspector.ts";

const files = {
  free: new URL("./free.safetensors", import.meta.url),
  guided: new URL("./guided.safetensors", import.meta.url),
  unplaced: new URL("./unplaced.safetensors", import.meta.url),
};
type Name = keyof typeof files;

let backend: Promise<unknown> | null = null;
const made = new Map<Name, Promise<Inspector>>();

/** A model, fetched when first asked for; one that did not come is asked for again. */
function inspectorOf({ positions, net = "free" }: LookAsk): Promise<Inspector> {
  const name = positions === "never" ? "unplaced" : net;
  const found = made.get(name) ?? make(name);
  made.set(name, found);
  found.catch(() => made.delete(name));
  return found;
}

async function make(name: Name): Promise<Inspector> {
  backend ??= useBestBackend(); // one for all: tensors of two never meet
  const [found] = await Promise.all([fetch(files[name]), backend]);
  if (!found.ok) throw new Error(`${files[name].pathname}: ${found.status}`);
  const { tensors } = fromSafetensors(new Uint8Array(await found.arrayBuffer()));
  return new Inspector(tensors, name === "unplaced" ? ["never"] : ["on", "off"]);
}

serve<TransformerCalls>(self, {
  look: async (ask) => (await inspectorOf(ask)).look(ask),
  patches: async (ask) => (await inspectorOf(ask)).patches(ask),
});
