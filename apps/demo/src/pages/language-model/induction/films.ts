import { createStore, get, set, type UseStore } from "idb-keyval";
import type { RunAsk } from "./calls.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Films that need no training: the one that came with the page, and those that this browser keeps. */
export interface Films {
  readonly shipped: (settings: RunAsk) => Promise<Bytes | null>;
  readonly kept: (settings: RunAsk) => Promise<Bytes | null>;
  readonly keep: (settings: RunAsk, film: Bytes) => Promise<void>;
}

export const noFilms: Films = {
  shipped: async () => null,
  kept: async () => null,
  keep: async () => {},
};

const key = ({ seed, layers }: RunAsk): string => `induction-film-${seed}-${layers}`;
let open: UseStore | undefined;
const store: UseStore = (mode, use) => {
  open ??= createStore("keyval-store", "keyval");
  return open(mode, use);
};

export const films: Films = {
  async shipped({ seed, layers }) {
    if (seed !== 0 || layers !== 2) return null;
    const found = await fetch(new URL("./film.safetensors", import.meta.url));
    return found.ok ? new Uint8Array(await found.arrayBuffer()) : null;
  },
  // Storage may be forbidden or full: a film then lasts for the visit.
  async kept(settings) {
    const film: unknown = await get(key(settings), store).catch(() => null);
    return film instanceof Uint8Array && film.buffer instanceof ArrayBuffer
      ? new Uint8Array(film.buffer)
      : null;
  },
  async keep(settings, film) {
    await set(key(settings), film, store).catch(() => {});
  },
};
