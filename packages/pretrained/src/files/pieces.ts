// Large enough for a disk to read at speed, small enough to convert in a few milliseconds.
const bufferBytes = 2 ** 18;

/**
 * The bytes of a stream in pieces, each valid until the next is asked for. They share one buffer where the stream can fill
 * it: browsers free the chunks of a stream late, after 100 MB and more.
 */
export async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = intoBuffers(stream);
  if (reader === null) {
    yield* chunksOf(stream);
    return;
  }
  try {
    let buffer = new ArrayBuffer(bufferBytes);
    for (;;) {
      // The stream takes the buffer over, and gives it back with the bytes.
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    await reader.cancel().catch(() => {}); // A stream that failed rejects this too.
  }
}

// null where the host, or the maker of the stream, knows chunks only.
function intoBuffers(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: "byob" });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
