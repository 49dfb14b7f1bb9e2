import { serve } from "../../../../work/serve.ts";
import type { FilmCalls, FilmKind } from "./calls.ts";
import { draw, height, width } from "./draw.ts";
import { durationOf, type Story } from "./story.ts";
import type { FilmWriter } from "./writer.ts";

let work: {
  readonly story: Story;
  readonly pen: OffscreenCanvasRenderingContext2D;
  readonly writer: FilmWriter;
} | null = null;

async function writerOf(kind: FilmKind, pen: OffscreenCanvasRenderingContext2D): Promise<FilmWriter | null> {
  if (kind === "gif") return (await import("./gif.ts")).gifWriter(pen);
  return (await import("./webm.ts")).webmWriter(pen);
}

function begun(): NonNullable<typeof work> {
  if (work === null) throw new Error("No film was begun.");
  return work;
}

serve<FilmCalls>(self, {
  async begin({ kind, story }) {
    const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: kind === "gif" });
    const writer = pen && (await writerOf(kind, pen));
    if (!pen || !writer) return false;
    work = { story, pen, writer };
    return true;
  },
  async add(index) {
    const { story, pen, writer } = begun();
    draw(pen, story, index);
    await writer.add(durationOf(index, story.slides.length));
    return null;
  },
  async finish() {
    const { writer } = begun();
    return { bytes: await writer.finish(), type: writer.type };
  },
});
