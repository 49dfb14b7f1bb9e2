/** A film to be written: frames on a canvas of so many pixels. */
export interface Film {
  readonly width: number;
  readonly height: number;
  /** How long each frame is shown, in milliseconds. */
  readonly durations: readonly number[];
  readonly draw: (pen: CanvasRenderingContext2D, index: number) => void | Promise<void>;
}

const bitrate = 2_000_000;

/**
 * Encodes a film as WebM; `progress` is called with the number of finished frames. null where the browser has no encoder for
 * it. The muxer is loaded when a film is saved.
 */
export async function writeFilm(
  { width, height, durations, draw }: Film,
  progress: (done: number) => void,
): Promise<Blob | null> {
  if (!("VideoEncoder" in globalThis)) return null;
  const { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Output, WebMOutputFormat } = await import(
    "mediabunny"
  );
  const codec = await getFirstEncodableVideoCodec(["vp9", "vp8", "av1"], { width, height, bitrate });
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  if (codec === null || pen === null) return null;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  // A frame stays for long: each is a whole picture.
  const source = new CanvasSource(canvas, { codec, bitrate, keyFrameInterval: 0 });
  output.addVideoTrack(source);
  await output.start();
  let time = 0;
  for (const [index, duration] of durations.entries()) {
    await draw(pen, index);
    await source.add(time, duration / 1000);
    time += duration / 1000;
    progress(index + 1);
  }
  // A player may ignore the duration of the last frame, so it is repeated at the end.
  await source.add(time - 0.05, 0.05);
  await output.finalize();
  if (target.buffer === null) throw new Error("The film was not written.");
  return new Blob([target.buffer], { type: "video/webm" });
}
