import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import type { FilmWriter } from "./writer.ts";

const bitrate = 2_000_000;

/** A WebM film; null where the browser has no encoder for it. */
export async function webmWriter({ canvas }: OffscreenCanvasRenderingContext2D): Promise<FilmWriter | null> {
  if (!("VideoEncoder" in globalThis)) return null;
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
      // A player may leave out how long the last frame stands, so it comes again at the end.
      await source.add(time - 0.05, 0.05);
      await output.finalize();
      if (target.buffer === null) throw new Error("The film was not written.");
      return new Uint8Array(target.buffer);
    },
  };
}
