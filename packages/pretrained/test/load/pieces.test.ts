import { expect, it } from "vitest";
import { piecesOf } from "../../src/files/source.ts";

const numbers = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

async function joined(stream: ReadableStream<Uint8Array>): Promise<number[]> {
  const bytes: number[] = [];
  for await (const piece of piecesOf(stream)) bytes.push(...piece);
  return bytes;
}

it("the pieces of a stream come in the reader's buffer where the stream can fill it", async () => {
  let [at, requests] = [0, 0];
  const stream = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const request = controller.byobRequest;
      if (request === null) throw new Error("the stream was not given a buffer");
      requests++;
      if (at === numbers.length) controller.close();
      const view = request.view!;
      const part = numbers.subarray(at, at + Math.min(300, view.byteLength));
      new Uint8Array(view.buffer, view.byteOffset, part.length).set(part);
      at += part.length;
      request.respond(part.length);
    },
  });
  expect(await joined(stream)).toEqual([...numbers]);
  expect(requests).toBe(5);
});

it("they are a stream's own chunks where it makes some", async () => {
  const chunks = [numbers.subarray(0, 1), numbers.subarray(1, 700), numbers.subarray(700)];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const seen: Uint8Array[] = [];
  for await (const piece of piecesOf(stream)) seen.push(piece);
  expect(seen).toEqual(chunks);
});

it.each([true, false])(
  "they end early, and with an error, where the stream fills buffers: %s",
  async (fills) => {
    type Controller = ReadableByteStreamController | ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
    const streamOf = (
      pull: (controller: Controller) => void,
      cancel = () => {},
    ): ReadableStream<Uint8Array> =>
      fills ? new ReadableStream({ type: "bytes", pull, cancel }) : new ReadableStream({ pull, cancel });
    let cancelled = false;
    const endless = streamOf(
      (controller) => controller.enqueue(new Uint8Array(10)),
      () => {
        cancelled = true;
      },
    );
    for await (const piece of piecesOf(endless)) {
      expect(piece.length).toBe(10);
      break;
    }
    expect(cancelled).toBe(true);
    const broken = streamOf((controller) => controller.error(new Error("the connection broke")));
    await expect(joined(broken)).rejects.toThrow("the connection broke");
  },
);
