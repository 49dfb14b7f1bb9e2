import type { Story } from "./story.ts";

export type FilmKind = "gif" | "webm";

/** Requests to the worker that draws films, in this order. */
export type FilmCalls = {
  /** Whether this browser can write such a film. */
  begin: { ask: { readonly kind: FilmKind; readonly story: Story }; answer: boolean };
  /** Draws the frame of an index and adds it. */
  add: { ask: number; answer: null };
  finish: { ask: null; answer: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } };
};
