import { fromSafetensors } from "@saccade/nn";
import { useBestBackend } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import type { LookAsk, Positioning, TransformerCalls } from "./calls.ts";
import { Inspector } from "./inspector.ts";

let backend: Promise<unknown> | null = null;

/** The weights of a model, fetched when first asked for; those that did not come are asked for again. */
class Weights {
  readonly #url: URL;
  readonly #positionings: readonly Positioning[];
  #made: Promise<Inspector> | null = null;

  constructor(url: URL, positionings: readonly Positioning[]) {
    this.#url = url;
    this.#positionings = positionings;
  }

  inspector(): Promise<Inspector> {
    this.#made ??= this.#make().catch((error) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  async #make(): Promise<Inspector> {
    backend ??= useBestBackend(); // one for all: tensors of two never meet
    const [found] = await Promise.all([fetch(this.#url), backend]);
    if (!found.ok) throw new Error(`${this.#url.pathname}: ${found.status}`);
    const { tensors } = fromSafetensors(new Uint8Array(await found.arrayBuffer()));
    return new Inspector(tensors, this.#positionings);
  }
}

const free = new Weights(new URL("./free.safetensors", import.meta.url), ["on", "off"]);
const guided = new Weights(new URL("./guided.safetensors", import.meta.url), ["on", "off"]);
const unplaced = new Weights(new URL("./unplaced.safetensors", import.meta.url), ["never"]);
const inspectorOf = ({ positions, net = "free" }: LookAsk): Promise<Inspector> =>
  (positions === "never" ? unplaced : { free, guided }[net]).inspector();

serve<TransformerCalls>(self, {
  look: async (ask) => (await inspectorOf(ask)).look(ask),
  score: async (ask) => (await inspectorOf(ask)).score(ask),
  patches: async (ask) => (await inspectorOf(ask)).patches(ask),
});
