import { serve, type WorkerScope } from "../work/serve.ts";
import type { FilmCalls, FilmKind } from "./film.ts";

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
  readonly type: string;
  /** Adds the canvas's current content, for some milliseconds. */
  add(duration: number): void | Promise<void>;
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
    async begin({ kind, story }) {
      const pen = new OffscreenCanvas(width, height).getContext("2d", {
        willReadFrequently: kind === "gif",
      });
      const writer = pen && (await writers[kind](pen));
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
      return { bytes: await writer.finish(), type: writer.type };
    },
  });
}

// An encoder comes when a film of its kind is asked for.
const writers: Readonly<Record<FilmKind, (pen: Pen) => Promise<FilmWriter | null>>> = {
  gif: gifWriter,
  webm: webmWriter,
};

/** A GIF that repeats forever, each frame with its own colors. */
async function gifWriter(pen: Pen): Promise<FilmWriter> {
  const { applyPalette, GIFEncoder, quantize } = await import("gifenc");
  const encoder = GIFEncoder();
  const { width, height } = pen.canvas;
  return {
    type: "image/gif",
    add(duration) {
      const { data } = pen.getImageData(0, 0, width, height);
      const palette = quantize(data, 128);
      encoder.writeFrame(applyPalette(data, palette), width, height, { palette, delay: duration });
    },
    async finish() {
      encoder.finish();
      return encoder.bytes();
    },
  };
}

const bitrate = 2_000_000;

/** A WebM film; null where the browser has no encoder for it. */
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
    type: "video/webm",
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
