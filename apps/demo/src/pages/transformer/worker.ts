import { fromSafetensors } from "@saccade/nn";
import { useBestBackend } from "../../work/backend.ts";
import { fetchBytes, loadedOnce } from "../../work/fetched.ts";
import { type CallsOf, serve } from "../../work/serve.ts";
import type { LookAsk } from "./calls.ts";
import { Inspector } from "./inspector.ts";

const files = {
  free: new URL("./free.safetensors", import.meta.url),
  guided: new URL("./guided.safetensors", import.meta.url),
  unplaced: new URL("./unplaced.safetensors", import.meta.url),
};

let backend: Promise<unknown> | null = null;
/** A model, fetched when first asked for. */
const inspectorOf = loadedOnce(async (name: keyof typeof files) => {
  backend ??= useBestBackend(); // one for all: tensors of two never meet
  const [bytes] = await Promise.all([fetchBytes(files[name]), backend]);
  const { tensors } = fromSafetensors(bytes);
  return new Inspector(tensors, name === "unplaced" ? ["never"] : ["on", "off"]);
});

const inspectorFor = ({ positions, net = "free" }: LookAsk): Promise<Inspector> =>
  inspectorOf(positions === "never" ? "unplaced" : net);

const calls = {
  look: async (ask: LookAsk) => (await inspectorFor(ask)).look(ask),
  patches: async (ask: LookAsk) => (await inspectorFor(ask)).patches(ask),
};
export type TransformerCalls = CallsOf<typeof calls>;

serve<TransformerCalls>(self, calls);
