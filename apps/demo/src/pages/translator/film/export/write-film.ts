import { WorkerClient } from "../../../../work/client.ts";
import type { FilmCalls, FilmKind } from "./calls.ts";
import type { Story } from "./story.ts";

/**
 * Draws and encodes a film in a worker of its own; `progress` hears how many frames are done. null where this browser
 * cannot write such a film.
 */
export async function writeFilm(
  kind: FilmKind,
  story: Story,
  progress: (done: number) => void,
): Promise<Blob | null> {
  if (typeof OffscreenCanvas === "undefined") return null;
  const client = new WorkerClient<FilmCalls>(
    () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  );
  try {
    if (!(await client.call("begin", { kind, story }))) return null;
    for (const [i] of story.slides.entries()) {
      await client.call("add", i);
      progress(i + 1);
    }
    const { bytes, type } = await client.call("finish", null);
    return new Blob([bytes], { type });
  } finally {
    client.stop();
  }
}
