import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { FilmWriter } from "./writer.ts";

/** A GIF that repeats forever, each frame with its own colours. */
export function gifWriter(pen: OffscreenCanvasRenderingContext2D): FilmWriter {
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
