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
    // All but this method stays: Node and the runner use the global process at any time.
    vi.stubGlobal("process", Object.create(process, { getBuiltinModule: { value: undefined } }));
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

describe("a GPU for models that are large enough", () => {
  /** A loader of a backend as the WebGPU package makes it, of a host with this GPU. */
  function loaderOf(gpu: { isSoftware?: boolean; why?: string; canWait?: boolean }) {
    const close = vi.fn();
    const load = vi.fn(async () => ({
      webgpuBackend: async () => {
        if (gpu.why !== undefined) throw Object.assign(new Error("webgpuBackend: …"), { why: gpu.why });
        const { isSoftware = false, canWait = true } = gpu;
        const reads = canWait && { readSync: () => new Float32Array(1) };
        const own = { name: "webgpu", adapter: "apple metal-3", isSoftware, close };
        return { ...referenceBackend(), ...own, ...reads };
      },
    }));
    return { load, close };
  }
  const few = { threads: 1, relaxed: false } as const;
  const wasm = "wasm (plain SIMD, one thread)";

  test("more than a million parameters", async () => {
    const { load, close } = loaderOf({});
    const backend = await bestBackend({ parameters: 5e6, webgpu: load });
    expect(backend.name).toBe("webgpu");
    expect(backend.reason).toBe("webgpu (apple metal-3), since 5,000,000 parameters are more than 1,000,000");
    expect(close).not.toHaveBeenCalled();
  });

  test("a small model stays on wasm, and the package is not loaded for it", async () => {
    const { load } = loaderOf({});
    expect(await reasonFor({ ...few, parameters: 1e6, webgpu: load })).toBe(
      `${wasm}, since a model of 1,000,000 parameters is small: a GPU is faster above 1,000,000`,
    );
    expect(await reasonFor({ ...few, webgpu: load })).toBe(`${wasm}, since parameters is not given`);
    expect(load).not.toHaveBeenCalled();
  });

  test("a GPU in software is never chosen, and is given back", async () => {
    const { load, close } = loaderOf({ isSoftware: true });
    expect(await reasonFor({ ...few, parameters: 5e6, webgpu: load })).toBe(
      `${wasm}, since the only GPU of WebGPU here is software: apple metal-3`,
    );
    expect(close).toHaveBeenCalledOnce();
  });

  test("a host without WebGPU, a package that is not there, and an option that is missing", async () => {
    const { load } = loaderOf({ why: "this host has no WebGPU" });
    expect(await reasonFor({ ...few, parameters: 5e6, webgpu: load })).toBe(
      `${wasm}, since this host has no WebGPU`,
    );
    const missing = (): Promise<never> => Promise.reject(new Error("cannot find the package"));
    expect(await reasonFor({ ...few, parameters: 5e6, webgpu: missing })).toBe(
      `${wasm}, since the WebGPU backend does not load: cannot find the package`,
    );
    expect(await reasonFor({ ...few, parameters: 5e6 })).toBe(
      `${wasm}; 5,000,000 parameters are more than 1,000,000: ` +
        'webgpu: () => import("@saccade/kernels-webgpu") lets a GPU be chosen',
    );
  });

  test("where the thread cannot wait for the GPU, the reason says how to read", async () => {
    const { load } = loaderOf({ canWait: false });
    expect(await reasonFor({ parameters: 5e6, webgpu: load })).toBe(
      "webgpu (apple metal-3), since 5,000,000 parameters are more than 1,000,000; " +
        "read with await x.data(), since item() throws in this thread",
    );
  });

  test("the package itself is one that it takes", async () => {
    const webgpu = () => import("@saccade/kernels-webgpu");
    const reason = await reasonFor({ ...few, parameters: 5e6, webgpu });
    expect(reason).toMatch(
      /^(webgpu \(|wasm \(plain SIMD, one thread\), since (the only GPU|WebGPU|this host|Node))/,
    );
  });

  test("wrong values are refused", async () => {
    await expect(bestBackend({ parameters: 0.5 })).rejects.toThrow(/parameters must be a whole number ≥ 0/);
    // @ts-expect-error The package's loader is a function.
    await expect(bestBackend({ webgpu: true })).rejects.toThrow(
      /webgpu must be a function, got true.*write webgpu: \(\) => import\("@saccade\/kernels-webgpu"\)/,
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
