// SHA-256 (FIPS 180-4), synchronous on every host: `crypto.subtle` is asynchronous, and restoring is synchronous. Uses
// Node's implementation if available; see dev/decisions/0008-checkpoints.md.

/** An incremental hash. */
interface Hash {
  update(bytes: Uint8Array): unknown;
  /** 64 hex digits in lower case. */
  digest(encoding: "hex"): string;
}

interface Host {
  readonly process?: {
    getBuiltinModule?(name: "node:crypto"): { createHash(algorithm: "sha256"): Hash } | undefined;
  };
}

/** The SHA-256 of the concatenated pieces, as 64 hex digits in lower case. */
export function sha256(pieces: readonly Uint8Array[]): string {
  const host: Host = globalThis;
  const hash = host.process?.getBuiltinModule?.("node:crypto")?.createHash("sha256") ?? new PortableSha256();
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

// The fractional parts of the cube roots of the first 64 primes and of the square roots of the first 8.
const primes = firstPrimes(64);
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

/** SHA-256 in plain JavaScript. */
export class PortableSha256 implements Hash {
  readonly #state: Int32Array = start.slice();
  readonly #block: Uint8Array = new Uint8Array(64);
  readonly #schedule: Int32Array = new Int32Array(64);
  #filled: number = 0;
  #length: number = 0;

  update(bytes: Uint8Array): this {
    this.#length += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      if (this.#filled === 0 && bytes.length - at >= 64) {
        const whole = bytes.length - ((bytes.length - at) % 64);
        for (; at < whole; at += 64) this.#mix(bytes, at);
        continue;
      }
      const taken = Math.min(64 - this.#filled, bytes.length - at);
      this.#block.set(bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled < 64) break;
      this.#mix(this.#block, 0);
      this.#filled = 0;
    }
    return this;
  }

  digest(_encoding: "hex" = "hex"): string {
    const length = this.#length;
    const zeros = (119 - (length % 64)) % 64;
    const end = new Uint8Array(1 + zeros + 8);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(1 + zeros, Math.floor(length / 2 ** 29));
    view.setUint32(5 + zeros, (length * 8) >>> 0);
    this.update(end);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  #mix(bytes: Uint8Array, at: number): void {
    const w = this.#schedule;
    for (let i = 0, j = at; i < 16; i++, j += 4)
      w[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!;
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    const state = this.#state;
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
}
