import { createHash } from "node:crypto";
import {
  type Backend,
  manualSeed,
  OutOfMemoryError,
  referenceBackend,
  setBackend,
  tensor,
} from "@saccade/tensor";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as nn from "../../src/checkpoint/index.ts";
import { PortableSha256, sha256 } from "../../src/checkpoint/sha256.ts";
import { Linear } from "../../src/layers/index.ts";
import { SGD } from "../../src/optim/index.ts";
import { decodeSafetensors } from "../../src/safetensors/index.ts";
import { ReduceLROnPlateau } from "../../src/schedulers/index.ts";
import { newRun, type Run, train } from "./run.ts";
import { asVersion1, hostile, placesIn, rewrite, withText } from "./tamper.ts";

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  warn.mockRestore();
});

/** A run and a checkpoint of another one, which fits it. */
function runAndFile(): { run: Run; file: Uint8Array } {
  const saved = newRun(1);
  train(saved, 0, 7);
  const file = nn.encodeCheckpoint({ ...saved, data: { epoch: 3, order: [2, 0, 1] }, extra: { best: 0.5 } });
  const run = newRun(2);
  train(run, 0, 2);
  return { run, file };
}

/** Restores; true where that worked, false where it was refused by name. */
function restores(file: Uint8Array, run: Parameters<typeof nn.restoreCheckpoint>[1]): boolean {
  try {
    nn.restoreCheckpoint(file, run);
    return true;
  } catch (error) {
    if (error instanceof nn.CheckpointError) return false;
    throw error;
  }
}

describe("every bit", { timeout: 60_000 }, () => {
  // Small, with everything that a checkpoint may have.
  function small(): { run: Parameters<typeof nn.restoreCheckpoint>[1]; file: Uint8Array } {
    const make = (seed: number) => {
      manualSeed(seed);
      const model = new Linear(1, 1);
      const optimizer = new SGD(model, { lr: 0.1, momentum: 0.9 });
      const scheduler = new ReduceLROnPlateau(optimizer);
      optimizer.step(() => model.forward(tensor([[1]])).sum());
      return { model, optimizer, scheduler };
    };
    return { run: make(2), file: nn.encodeCheckpoint({ ...make(1), data: [1], extra: { best: 1 } }) };
  }

  test("that is flipped makes the file refused, and nothing is changed", async ({ annotate }) => {
    const { run, file } = small();
    const before = nn.encodeCheckpoint(run);
    let refused = 0;
    for (let bit = 0; bit < file.length * 8; bit++) {
      file[bit >> 3]! ^= 1 << (bit & 7);
      if (!restores(file, run)) refused++;
      file[bit >> 3]! ^= 1 << (bit & 7);
    }
    await annotate(`${refused} of ${file.length * 8} flipped bits refused`);
    expect(refused).toBe(file.length * 8);
    expect(nn.encodeCheckpoint(run)).toEqual(before);
    expect(restores(file, run)).toBe(true);
  });

  test("of what readCheckpoint reads too", () => {
    const { file } = small();
    for (let bit = 0; bit < file.length * 8; bit += 7) {
      file[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => nn.readCheckpoint(file)).toThrow(nn.CheckpointError);
      file[bit >> 3]! ^= 1 << (bit & 7);
    }
    expect(nn.readCheckpoint(file)).toEqual({ data: [1], extra: { best: 1 }, kernels: "reference" });
  });

  test("and every byte that is missing or too many", () => {
    const { run, file } = small();
    const before = nn.encodeCheckpoint(run);
    for (let length = 0; length < file.length; length++)
      expect(restores(file.subarray(0, length), run)).toBe(false);
    expect(restores(Uint8Array.of(...file, 0), run)).toBe(false);
    expect(restores(Uint8Array.of(0, ...file), run)).toBe(false);
    expect(nn.encodeCheckpoint(run)).toEqual(before);
  });
});

describe("metadata", { timeout: 60_000 }, () => {
  test("with a hostile value in any of its fields is refused by name or restores whole", async ({
    annotate,
  }) => {
    const { run, file } = runAndFile();
    const before = nn.encodeCheckpoint(run);
    const { metadata } = decodeSafetensors(file);
    let tried = 0;
    let refused = 0;
    for (const part of ["optimizer", "random", "scheduler", "data", "extra"]) {
      const json = metadata[part]!;
      for (const place of placesIn(JSON.parse(json))) {
        for (const text of [...hostile, null]) {
          const name = `${part} ${place.join(".")} ${String(text).slice(0, 20)}`;
          const bytes = rewrite(file, { [part]: withText(json, place, text) });
          tried++;
          if (!restores(bytes, run)) {
            refused++;
            continue;
          }
          const again = nn.encodeCheckpoint(run);
          expect(restores(again, run), name).toBe(true);
          nn.restoreCheckpoint(before, run);
        }
      }
      expect(nn.encodeCheckpoint(run), part).toEqual(before);
    }
    await annotate(`${tried} corrupted files tried, ${refused} refused, none left a trace`);
    expect(tried).toBeGreaterThan(1000);
    expect(refused / tried).toBeGreaterThan(0.7);
  });

  test("with characters changed, taken out or put in leaves no trace where it is refused", () => {
    const { run, file } = runAndFile();
    const before = nn.encodeCheckpoint(run);
    const { metadata } = decodeSafetensors(file);
    const edit = fc.record({
      part: fc.constantFrom("optimizer", "random", "scheduler", "data", "extra", "kernels"),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      out: fc.nat(3),
      put: fc.oneof(fc.constantFrom("", "-", "9", "null", "1e400", '"', ",", "[", "}", ":"), fc.string()),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), fc.boolean(), (edits, old) => {
        const changes: Record<string, string> = {};
        for (const { part, at, out, put } of edits) {
          const text = changes[part] ?? metadata[part] ?? "";
          const from = Math.floor(at * text.length);
          changes[part] = text.slice(0, from) + put + text.slice(from + out);
        }
        const bytes = old ? asVersion1(file, changes) : rewrite(file, changes);
        if (restores(bytes, run)) {
          expect(restores(nn.encodeCheckpoint(run), run)).toBe(true);
          nn.restoreCheckpoint(before, run);
        }
        expect(nn.encodeCheckpoint(run)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a restore that fails", () => {
  test("changes nothing where memory runs out, wherever that is", () => {
    const { run, file } = runAndFile();
    const real = referenceBackend();
    let left = Number.POSITIVE_INFINITY;
    const scarce: Backend = {
      ...real,
      allocate(dtype, length) {
        if (left-- <= 0) throw new OutOfMemoryError("no room");
        return real.allocate(dtype, length);
      },
    };
    const { model } = run;
    model.to(scarce);
    const before = nn.encodeCheckpoint(run);
    setBackend(scarce);
    try {
      let room = 0;
      for (; ; room++) {
        left = room;
        try {
          nn.restoreCheckpoint(file, run);
          break;
        } catch (error) {
          expect(error).toBeInstanceOf(OutOfMemoryError);
        } finally {
          left = Number.POSITIVE_INFINITY;
        }
        expect(nn.encodeCheckpoint(run)).toEqual(before);
      }
      expect(room).toBeGreaterThan(10);
      expect(nn.encodeCheckpoint(run)).not.toEqual(before);
    } finally {
      setBackend(real);
    }
  });

  test("changes nothing where an object's own load or `before` throws", () => {
    const { run, file } = runAndFile();
    const before = nn.encodeCheckpoint(run);
    const failure = new Error("not today");
    const fail = (): never => {
      throw failure;
    };
    const { model, optimizer, scheduler } = run;
    const stub = {
      kind: scheduler.kind,
      stateDict: () => scheduler.stateDict(),
      stateProblems: () => [],
      loadStateDict: fail,
    };
    expect(() => nn.restoreCheckpoint(file, { model, optimizer, scheduler: stub })).toThrow(failure);
    expect(nn.encodeCheckpoint(run)).toEqual(before);
    expect(() => nn.restoreCheckpoint(file, run, { before: fail })).toThrow(failure);
    expect(nn.encodeCheckpoint(run)).toEqual(before);
    const seen: unknown[] = [];
    nn.restoreCheckpoint(file, run, { before: ({ data }) => seen.push(data, nn.encodeCheckpoint(run)) });
    expect(seen).toEqual([{ epoch: 3, order: [2, 0, 1] }, before]);
  });
});

describe("versions", () => {
  test("one without a digest restores with a warning where it is of version 1", () => {
    const { run, file } = runAndFile();
    nn.restoreCheckpoint(asVersion1(file), run);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/version 1, which has no checksum/));
    expect(
      nn.encodeCheckpoint({ ...run, data: { epoch: 3, order: [2, 0, 1] }, extra: { best: 0.5 } }),
    ).toEqual(file);
    warn.mockClear();
    nn.restoreCheckpoint(file, run);
    nn.restoreCheckpoint(asVersion1(file, { sha256: undefined, kernels: undefined }), run);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ["version 2 without one", { sha256: undefined }, /lacks the sha256, which only files of version 1 may/],
    ["an upper-case one", { sha256: "A".repeat(64) }, /sha256 is not 64 lower-case hex digits/],
    ["a short one", { sha256: "0".repeat(63) }, /sha256 is not 64 lower-case hex digits/],
    ["a wrong one", { sha256: "0".repeat(64) }, /its bytes were changed: their SHA-256 is [0-9a-f]{64}/],
    ["a wrong one of version 1", { "saccade.checkpoint": "1", sha256: "0".repeat(64) }, /bytes were changed/],
    ["version 3", { "saccade.checkpoint": "3" }, /format version 3; this Saccade reads versions 1 and 2/],
    ["an unknown entry", { extras: "{}" }, /unknown entry "extras"; the nearest known is extra/],
    ["no kernels", { kernels: undefined }, /does not name the kernels/],
    ["no optimizer", { optimizer: undefined }, /optimizer: its part of the metadata is missing/],
    ["no random state", { random: undefined }, /random: setRandomState: seed must be two whole numbers/],
    ["a large seed word", { random: '{"seed":[4294967296,0],"offset":0}' }, /seed must be two whole numbers/],
    ["an offset too large", { random: '{"seed":[1,0],"offset":9007199254740992}' }, /offset must be a whole/],
    ["a negative offset", { random: '{"seed":[1,0],"offset":-1}' }, /offset must be a whole number.*got -1/],
    ["more randomness", { random: '{"seed":[1,0],"offset":0,"x":1}' }, /random: it has an unknown entry x/],
    ["an infinite number", { extra: '{"best":1e400}' }, /extra: extra.best is Infinity/],
    ["40 kB of lists", { extra: "[".repeat(20_000) + "]".repeat(20_000) }, /more than 100 levels deep/],
  ])("%s is refused", (_, changes, message) => {
    const { run, file } = runAndFile();
    const before = nn.encodeCheckpoint(run);
    expect(() => nn.restoreCheckpoint(rewrite(file, changes), run)).toThrow(nn.CheckpointError);
    expect(() => nn.restoreCheckpoint(rewrite(file, changes), run)).toThrow(message);
    expect(nn.encodeCheckpoint(run)).toEqual(before);
  });

  test("what is nested too deep is not written either, and what is not, comes back", () => {
    const { run } = runAndFile();
    const nested = (levels: number): unknown => (levels === 0 ? "[{" : [nested(levels - 1)]);
    expect(() => nn.encodeCheckpoint({ ...run, extra: nested(101) })).toThrow(
      /extra is nested more than 100 levels/,
    );
    let deep: unknown = 1;
    for (let i = 0; i < 20_000; i++) deep = { deep };
    expect(() => nn.encodeCheckpoint({ ...run, data: deep })).toThrow(
      /data is nested more than 100 levels deep/,
    );
    expect(nn.readCheckpoint(nn.encodeCheckpoint({ ...run, extra: nested(100) })).extra).toEqual(nested(100));
  });
});

test("SHA-256 is the same with and without the host's, in pieces too", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (pieces) => {
      const expected = createHash("sha256").update(Buffer.concat(pieces)).digest("hex");
      const portable = new PortableSha256();
      for (const piece of pieces) portable.update(piece);
      expect(portable.digest()).toBe(expected);
      expect(sha256(pieces)).toBe(expected);
    }),
  );
  vi.stubGlobal("process", undefined);
  try {
    expect(sha256([new TextEncoder().encode("abc")])).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  } finally {
    vi.unstubAllGlobals();
  }
});
