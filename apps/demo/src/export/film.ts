import { WorkerClient, type WorkerPort } from "../work/client.ts";

/** Requests to the worker that draws films of a story and encodes them, in this order. */
export type FilmCalls<Story> = {
  /** Whether this browser can encode video. */
  begin: { ask: { readonly story: Story }; answer: boolean };
  /** Draws and adds a frame, shown for some milliseconds. */
  add: { ask: { readonly index: number; readonly duration: number }; answer: null };
  /** The file. */
  finish: { ask: null; answer: Uint8Array<ArrayBuffer> };
};

/** A film to be written: its worker's input, and each frame's duration in milliseconds. */
export interface Film<Story> {
  readonly story: Story;
  readonly durations: readonly number[];
  /** Makes a worker that serves the story's films, with {@link serveFilms}. */
  readonly worker: () => WorkerPort;
}

/** Writes a film; `progress` is called with the number of finished frames. null if this browser cannot encode video. */
export async function writeFilm<Story>(
  { story, durations, worker }: Film<Story>,
  progress: (done: number) => void,
): Promise<Blob | null> {
  if (typeof OffscreenCanvas === "undefined") return null;
  const client = new WorkerClient<FilmCalls<Story>>(worker);
  try {
    if (!(await client.call("begin", { story }))) return null;
    for (const [index, duration] of durations.entries()) {
      await client.call("add", { index, duration });
      progress(index + 1);
    }
    return new Blob([await client.call("finish", null)], { type: "video/webm" });
  } finally {
    client.stop();
  }
}
