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

/** What stands before the code section, and the bodies of the sections by their ids. */
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

/** One more than the place behind a function's parameters and locals, where it has multiply-adds; else 0. */
function spareLocal(body, parameters, { takeCode }) {
  const reader = new Reader(body);
  let locals = parameters;
  for (const count of reader.list(() => [reader.number(), reader.byte()][0])) locals += count;
  if (locals > 126)
    throw new Error(`a function has ${locals} locals; src/weave.ts knows 128, two of them spare`);
  let found = false;
  takeCode(
    () => reader.byte(),
    () => reader.byte(),
    () => {
      found = true;
    },
  );
  if (reader.at !== body.length) throw new Error("src/weave.ts does not find the end of a function");
  return found ? locals + 1 : 0;
}

/** The streams of a module; `weaver` is src/weave.ts. */
export function unravel(module, weaver) {
  const { rest, sections } = sectionsOf(module);
  const parameters = parameterCounts(sections);
  const streams = Array.from({ length: weaver.streamCount }, () => []);
  const head = streams[weaver.headStream];
  streams[weaver.restStream].push(...rest);
  const code = new Reader(sections.get(10));
  const bodies = code.list(() => code.take(code.number()));
  const count = bodies.length;
  head.push(...(count < 128 ? [count] : [(count & 127) | 128, count >> 7]));
  for (const [i, body] of bodies.entries()) {
    head.push(spareLocal(body, parameters[i], weaver));
    const reader = new Reader(body);
    const locals = weaver.localsByUse();
    const take = (to) => {
      const byte = reader.byte();
      streams[to].push(byte);
      return byte;
    };
    const takeLocal = () => {
      const place = locals.indexOf(reader.byte());
      streams[weaver.localStream].push(place);
      weaver.use(locals, place);
    };
    weaver.takeLocals(take);
    weaver.takeCode(take, takeLocal, () => {});
  }
  return streams.map((bytes) => Uint8Array.from(bytes));
}
