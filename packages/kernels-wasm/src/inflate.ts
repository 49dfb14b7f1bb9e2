/**
 * Unpacks arrays of these lengths that were deflated (raw) one behind the other, and written in base64. The stream is
 * written and read by hand: `new Response(stream)`, which does it in a line, costs Node 20 ms.
 */
export async function inflate(base64: string, lengths: readonly number[]): Promise<Uint8Array[]> {
  const text = atob(base64);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < packed.length; i++) packed[i] = text.charCodeAt(i);
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const reader = readable.getReader();
  // Written while it is read: a stream that nobody reads takes no more.
  const written = writer.write(packed).then(() => writer.close());
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length));
  for (let at = 0; at < bytes.length; ) {
    const { value } = await reader.read();
    bytes.set(value!, at);
    at += value!.length;
  }
  await written;
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return bytes.subarray(end - length, end);
  });
}
