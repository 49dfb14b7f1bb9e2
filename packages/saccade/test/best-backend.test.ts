import { afterEach, describe, expect, test, vi } from "vitest";
import { bestBackend, getBackend, ones, referenceBackend, setBackend } from "../src/index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function reasonFor(options?: Parameters<typeof bestBackend>[0]): Promise<string> {
  return (await bestBackend(options)).reason;
}

describe("WebAssembly where the host has it", () => {
  test("on all threads by itself, and on as many as are asked for", async () => {
    const backend = await bestBackend();
    expect(backend.name).toBe("wasm");
    expect(backend.reason).toMatch(
      /^wasm \((plain|relaxed) SIMD, (\d threads on shared memory|one thread: .+)\)$/,
    );
    expect(await reasonFor({ threads: 3, relaxed: false })).toBe(
      "wasm (plain SIMD, 3 threads on shared memory)",
    );
    expect(await reasonFor({ threads: 1, relaxed: false })).toBe("wasm (plain SIMD, one thread)");
  });

  test("the backend itself, to hand to setBackend", async () => {
    const before = getBackend();
    setBackend(await bestBackend({ threads: 1 }));
    expect(ones([2]).add(1).toArray()).toEqual([2, 2]);
    expect(ones([2]).backend.name).toBe("wasm");
    setBackend(before);
  });

  test("a host of one core says that it has no more", async () => {
    vi.stubGlobal("process", { versions: process.versions });
    vi.stubGlobal("navigator", { hardwareConcurrency: 1 });
    expect(await reasonFor({ relaxed: false })).toBe(
      "wasm (plain SIMD, one thread: this host runs no more at once)",
    );
  });

  test("a page without shared memory says how to get it", async () => {
    vi.stubGlobal("crossOriginIsolated", false);
    expect(await reasonFor({ threads: 2, relaxed: false })).toBe(
      "wasm (plain SIMD, one thread: this page is not cross-origin isolated; serve it over " +
        "HTTPS or from localhost, with the headers Cross-Origin-Opener-Policy: same-origin and " +
        "Cross-Origin-Embedder-Policy: require-corp)",
    );
  });
});

describe("else the reference, with what is missing", () => {
  test("WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const backend = await bestBackend();
    expect(backend).toBe(referenceBackend());
    expect(backend.reason).toBe("reference, since this host has no WebAssembly");
  });

  test("SIMD", async () => {
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    expect(await reasonFor()).toBe(
      "reference, since this host has no WebAssembly SIMD (128-bit instructions)",
    );
  });

  test("leave to start them, and which to give where a policy refuses", async () => {
    const memory = vi.spyOn(WebAssembly, "Memory");
    memory.mockImplementation(function refuse() {
      throw new RangeError("could not allocate memory");
    });
    expect(await reasonFor({ threads: 2 })).toBe(
      "reference, since the kernels do not start here: could not allocate memory",
    );
    memory.mockRestore();
    vi.spyOn(WebAssembly, "instantiate").mockRejectedValue(
      new WebAssembly.CompileError("blocked by Content Security Policy."),
    );
    expect(await reasonFor({ threads: 1 })).toBe(
      "reference, since the kernels do not start here: blocked by Content Security Policy; allow WebAssembly with " +
        "script-src 'wasm-unsafe-eval'",
    );
  });
});

test("wrong options are refused, not turned into a slower backend", async () => {
  await expect(bestBackend({ threads: 0 })).rejects.toThrow(
    /threads must be "auto" or a whole number from 1 to 256, got 0/,
  );
  await expect(bestBackend({ memory: 1 })).rejects.toThrow(/memory must be a whole number/);
  // @ts-expect-error The option is called threads.
  await expect(bestBackend({ thread: 2 })).rejects.toThrow(/^bestBackend: no option "thread"; did you mean/);
  // @ts-expect-error The options are an object.
  await expect(bestBackend("auto")).rejects.toThrow(/^bestBackend: options must be an object, got "auto"/);
  vi.stubGlobal("WebAssembly", undefined);
  await expect(bestBackend({ threads: -1 })).rejects.toThrow(/threads must be/);
});

test("a wrong value is reported in its own name", async () => {
  await expect(bestBackend({ threads: 0 })).rejects.toThrow(/^bestBackend: threads must be "auto" or/);
  await expect(bestBackend({ memory: 3 })).rejects.toThrow(/^bestBackend: memory must be/);
});
