import { WorkerClient, type WorkerPort } from "../work/client.ts";

/** The files that a film can be. */
export type FilmKind = "gif" | "webm";

/** Requests to the worker that draws films of a story and encodes them, in this order. */
export type FilmCalls<Story> = {
  /** Whether this browser can write such a film. */
  begin: { ask: { readonly kind: FilmKind; readonly story: Story }; answer: boolean };
  /** Draws and adds a frame, shown for some milliseconds. */
  add: { ask: { readonly index: number; readonly duration: number }; answer: null };
  finish: { ask: null; answer: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } };
};

/** A film to be written: its worker's input, and each frame's duration in milliseconds. */
export interface Film<Story> {
  readonly story: Story;
  readonly durations: readonly number[];
  /** Makes a worker that serves the story's films, with {@link serveFilms}. */
  readonly worker: () => WorkerPort;
}

/** Writes a film; `progress` is called with the number of finished frames. null if this browser cannot write such a film. */
export async function writeFilm<Story>(
  kind: FilmKind,
  { story, durations, worker }: Film<Story>,
  progress: (done: number) => void,
): Promise<Blob | null> {
  if (typeof OffscreenCanvas === "undefined") return null;
  const client = new WorkerClient<FilmCalls<Story>>(worker);
  try {
    if (!(await client.call("begin", { kind, story }))) return null;
    for (const [index, duration] of durations.entries()) {
      await client.call("add", { index, duration });
      progress(index + 1);
    }
    const { bytes, type } = await client.call("finish", null);
    return new Blob([bytes], { type });
  } finally {
    client.stop();
  }
}
