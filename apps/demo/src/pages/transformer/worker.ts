import { fromSafetensors } from "@saccade/nn";
import { useBestBackend } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import type { TransformerCalls } from "./calls.ts";
import { Inspector } from "./inspector.ts";

let made: Promise<Inspector> | null = null;

async function make(): Promise<Inspector> {
  const url = new URL("./transformer.safetensors", import.meta.url);
  const [found] = await Promise.all([fetch(url), useBestBackend()]);
  if (!found.ok) throw new Error(`${url.pathname}: ${found.status}`);
  return new Inspector(fromSafetensors(new Uint8Array(await found.arrayBuffer())).tensors);
}

/** Weights that did not come are asked for again. */
function inspector(): Promise<Inspector> {
  made ??= make().catch((error) => {
    made = null;
    throw error;
  });
  return made;
}

serve<TransformerCalls>(self, {
  look: async (ask) => (await inspector()).look(ask),
  score: async (ask) => (await inspector()).score(ask),
});
