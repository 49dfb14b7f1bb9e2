// The plain module from the relaxed one: each relaxed multiply-add becomes the sequence that src/relax.ts knows.

/** Reads LEB128 numbers and steps over what it reads. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
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

function leb(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** The sections as { id, body }. */
function sectionsOf(bytes) {
  const reader = new Reader(bytes);
  const head = reader.take(8);
  const sections = [];
  while (reader.at < bytes.length) sections.push({ id: reader.byte(), body: reader.take(reader.number()) });
  return { head, sections };
}

/** How many parameters each function of the module has, in order. */
function parameterCounts(sections) {
  const bodyOf = (id) => new Reader(sections.find((section) => section.id === id).body);
  const types = bodyOf(1);
  const counts = types.list(() => {
    types.byte(); // 0x60, a function
    const { length } = types.take(types.number());
    types.take(types.number());
    return length;
  });
  const functions = bodyOf(3);
  return functions.list(() => counts[functions.number()]);
}

/** A function's body with two more v128 locals, and sequences for its multiply-adds; unchanged without any. */
function rewriteBody(body, parameters, plainSequences) {
  const reader = new Reader(body);
  const groups = reader.list(() => [reader.number(), reader.byte()]);
  const spare = groups.reduce((sum, [count]) => sum + count, parameters);
  const code = [...body.subarray(reader.at)];
  let found = 0;
  for (let i = 0; i < code.length - 2; i++) {
    const sequence = code[i] === 0xfd && code[i + 2] === 2 && plainSequences.get(code[i + 1])?.(spare);
    if (!sequence) continue;
    code.splice(i, 3, ...sequence);
    i += sequence.length - 1;
    found++;
  }
  if (found === 0) return body;
  if (spare > 126) throw new Error(`a function with multiply-adds has ${spare} locals; relax reads one byte`);
  const locals = [...groups, [2, 0x7b]].flatMap(([count, type]) => [...leb(count), type]);
  return [...leb(groups.length + 1), ...locals, ...code];
}

/** The plain module of a relaxed one; `src/relax.ts` gives the sequences. */
export function plainModule(relaxed, plainSequences) {
  const { head, sections } = sectionsOf(relaxed);
  const parameters = parameterCounts(sections);
  const out = [...head];
  for (const { id, body } of sections) {
    let bytes = [...body];
    if (id === 10) {
      const reader = new Reader(body);
      const bodies = reader.list((_, i) =>
        rewriteBody(reader.take(reader.number()), parameters[i], plainSequences),
      );
      bytes = [...leb(bodies.length), ...bodies.flatMap((code) => [...leb(code.length), ...code])];
    }
    out.push(id, ...leb(bytes.length));
    for (const byte of bytes) out.push(byte);
  }
  return Uint8Array.from(out);
}
