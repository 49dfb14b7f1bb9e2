import { serve, type WorkerScope } from "../work/serve.ts";
import type { FilmCalls } from "./film.ts";

/** The context of the canvas that a film's frames are drawn on. */
export type Pen = OffscreenCanvasRenderingContext2D;

/** The size of a story's films in pixels, and the function that draws a frame. */
export interface Drawing<Story> {
  readonly width: number;
  readonly height: number;
  readonly draw: (pen: Pen, story: Story, index: number) => void;
}

/** Takes the drawn frames of a film, one after another, and gives a file. */
interface FilmWriter {
  /** Adds the canvas's current content, for some milliseconds. */
  add(duration: number): Promise<void>;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Makes a worker draw and encode films; `writeFilm` on the page asks it. */
export function serveFilms<Story>(scope: WorkerScope, { width, height, draw }: Drawing<Story>): void {
  let work: { readonly story: Story; readonly pen: Pen; readonly writer: FilmWriter } | undefined;
  const begun = (): NonNullable<typeof work> => {
    if (work === undefined) throw new Error("No film was begun.");
    return work;
  };
  serve<FilmCalls<Story>>(scope, {
    async begin({ story }) {
      const pen = new OffscreenCanvas(width, height).getContext("2d");
      const writer = pen && (await webmWriter(pen));
      if (!pen || !writer) return false;
      work = { story, pen, writer };
      return true;
    },
    async add({ index, duration }) {
      const { story, pen, writer } = begun();
      draw(pen, story, index);
      await writer.add(duration);
      return null;
    },
    async finish() {
      const { writer } = begun();
      return writer.finish();
    },
  });
}

const bitrate = 2_000_000;

/** A WebM film; null where the browser has no encoder for it. The muxer is loaded when a film is saved. */
async function webmWriter({ canvas }: Pen): Promise<FilmWriter | null> {
  if (!("VideoEncoder" in globalThis)) return null;
  const { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Output, WebMOutputFormat } = await import(
    "mediabunny"
  );
  const { width, height } = canvas;
  const codec = await getFirstEncodableVideoCodec(["vp9", "vp8", "av1"], { width, height, bitrate });
  if (codec === null) return null;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, bitrate });
  output.addVideoTrack(source);
  await output.start();
  let time = 0;
  return {
    async add(duration) {
      await source.add(time, duration / 1000);
      time += duration / 1000;
    },
    async finish() {
      // A player may ignore the duration of the last frame, so it is repeated at the end.
      await source.add(time - 0.05, 0.05);
      await output.finalize();
      if (target.buffer === null) throw new Error("The film was not written.");
      return new Uint8Array(target.buffer);
    },
  };
}
