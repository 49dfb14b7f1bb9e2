// A compiled module as the streams that src/weave.ts makes it of.

/** Reads LEB128 numbers and steps over what it reads. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error("the module ends too early");
    return this.bytes[this.at++];
  }
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

/** The bytes before the code section, and the bodies of the sections by their ids. */
function sectionsOf(bytes) {
  const reader = new Reader(bytes);
  reader.take(8);
  const sections = new Map();
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = reader.byte();
    sections.set(id, reader.take(reader.number()));
    if (id !== 10) continue;
    if (reader.at < bytes.length) throw new Error("the code section is not the last one");
    return { rest: bytes.subarray(0, start), sections };
  }
  throw new Error("no code section");
}

/** How many parameters each function of the module has, in order. */
function parameterCounts(sections) {
  const types = new Reader(sections.get(1));
  const counts = types.list(() => {
    types.byte(); // 0x60, a function
    const { length } = types.take(types.number());
    types.take(types.number());
    return length;
  });
  const functions = new Reader(sections.get(3));
  return functions.list(() => counts[functions.number()]);
}

/** A function's bytes, each handed to `take` with the stream it belongs to; tells of multiply-adds. */
function walk(reader, take, { alignments, immediates, wideBytes, localStream, opStream, wideStream }) {
  const takeNumber = (to) => {
    let byte = 128;
    while (byte > 127) {
      byte = reader.byte();
      take(to, byte);
    }
    return byte;
  };
  let multiplyAdds = 0;
  for (let depth = 1; depth > 0; ) {
    let op = reader.byte();
    take(opStream, op);
    if (op === 0xfd) {
      op = reader.byte();
      take(opStream, op);
      if (op > 127) op += (takeNumber(opStream) - 1) << 7;
      op += 0x100;
    }
    if (alignments[op] !== undefined && reader.byte() !== alignments[op]) {
      throw new Error("src/weave.ts knows no loads and stores that are not aligned to their size");
    }
    if (op >= 0x20 && op <= 0x22) take(localStream, reader.byte());
    else if (immediates[op]) for (const to of immediates[op]) takeNumber(to);
    else if (op === 0x0b) depth--;
    else if (op >= 0x02 && op <= 0x04) depth++;
    else if (op === 0x0e) for (let labels = takeNumber(opStream); labels >= 0; labels--) takeNumber(opStream);
    else if (op === 0x205 || op === 0x206) multiplyAdds++;
    else for (let i = wideBytes(op); i > 0; i--) take(wideStream, reader.byte());
  }
  return multiplyAdds;
}

/** The streams of a module; `weaver` is src/weave.ts. */
export function unravel(module, weaver) {
  const { rest, sections } = sectionsOf(module);
  const parameters = parameterCounts(sections);
  const streams = Array.from({ length: weaver.streamCount }, () => []);
  const code = new Reader(sections.get(10));
  const bodies = code.list(() => code.take(code.number()));
  streams[weaver.restStream].push(...rest, 10, 0, 0, 0, (bodies.length & 127) | 128, bodies.length >> 7);
  for (const [i, body] of bodies.entries()) {
    const reader = new Reader(body);
    let locals = parameters[i];
    for (const count of reader.list(() => [reader.number(), reader.byte()][0])) locals += count;
    if (locals > 126)
      throw new Error(`a function has ${locals} locals; src/weave.ts knows 128, two of them spare`);
    const declared = body.subarray(0, reader.at);
    const byUse = weaver.localsByUse();
    const take = (to, byte) => {
      const place = to === weaver.localStream ? byUse.indexOf(byte) : byte;
      streams[to].push(place);
      if (to === weaver.localStream) weaver.use(byUse, place);
    };
    const multiplyAdds = walk(reader, take, weaver);
    if (reader.at !== body.length) throw new Error("src/weave.ts does not find the end of a function");
    streams[weaver.headStream].push(multiplyAdds > 0 ? locals + 1 : 0, declared.length, ...declared);
  }
  return streams.map((bytes) => Uint8Array.from(bytes));
}
