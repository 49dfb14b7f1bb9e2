import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as t from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import type { Command, DeviceFacts, Port } from "../src/gpu/commands.ts";
import { DeviceError, webgpuBackend } from "../src/index.ts";
import { Machine } from "../src/machine.ts";
import { backend, gpu } from "./gpu.ts";

afterEach(() => t.setBackend(t.referenceBackend()));

test("an option that does not exist is refused by name", async () => {
  const wrong = { power: "low" };
  await expect(webgpuBackend(wrong as object)).rejects.toThrow(t.ArgumentError);
  await expect(webgpuBackend(wrong as object)).rejects.toThrow('no option "power"');
});

test("the worker's code is that of its sources", async () => {
  await promisify(execFile)(process.execPath, ["scripts/build-worker.mjs", "--check"], {
    cwd: new URL("..", import.meta.url),
  });
});

test("without an adapter, the error says so, and what works there", { tags: "all" }, async () => {
  // Vulkan without a driver.
  const env = { ...process.env, VK_ICD_FILENAMES: "/nowhere.json", VK_DRIVER_FILES: "/nowhere.json" };
  const program = `import { DeviceError, webgpuBackend } from "./src/index.ts";
    for (const worker of [true, false]) {
      await webgpuBackend({ worker }).catch(({ name, message, why }) => console.log([name, message, why].join("|")));
    }
    process.exit(0);`;
  const options = [
    "--import",
    "tsx",
    "--conditions=@saccade/source",
    "--input-type=module",
    "--eval",
    program,
  ];
  const cwd = new URL("..", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd, env });
  const why = "WebGPU finds no GPU here (no adapter)";
  const line = `NoGPUError|webgpuBackend: ${why}. setBackend(await wasmBackend()) works everywhere.|${why}\n`;
  expect(stdout).toBe(line + line);
});

describe.skipIf(typeof gpu === "string")("on the GPU", () => {
  test("a tensor that is too large names its size and the limit", () => {
    t.setBackend(backend());
    const x = t.tensor([1]).expand([2 ** 16, 2 ** 14]);
    expect(() => x.add(1)).toThrow(
      /1073741824 elements of float32 take 4294967296 bytes; .* binds \d+ at most \(maxStorageBufferBindingSize\)/,
    );
  });

  test("without a worker, data() gives the values, also of ops on the host, and item() says what to write", async () => {
    const direct = await webgpuBackend({ worker: false });
    t.setBackend(direct);
    // Rows of this length are sorted on the host.
    const sorted = t.arange(1200, { dtype: "float32" }).neg().add(1).sort(0).values.mul(2);
    expect(() => sorted.sum().item()).toThrow("cannot be read synchronously; use await tensor.data()");
    expect((await sorted.data()).slice(0, 3)).toEqual(new Float32Array([-2396, -2394, -2392]));
    expect(direct.onHost.get("sort")).toBe(1);
    direct.close();
  });

  test("a kernel that needs more workgroups than a device starts names the op and the limit, and is not sent", async () => {
    const sent: Command[] = [];
    const limits = { mostBytes: 2 ** 20, mostGroups: 16, mostBlocks: 8 };
    const facts: DeviceFacts = { adapter: "a small GPU", isSoftware: false, ...limits };
    const none = {
      checkOpen: () => {},
      close: () => {},
      read: () => expect.fail(),
      counts: () => expect.fail(),
    };
    const port: Port = { ...none, facts, post: (command) => void sent.push(command) };
    const launch = { name: "matmul", variant: "", reads: [], writes: [], words: [], source: () => "" };
    const machine = new Machine(port, facts);
    expect(() => machine.run({ ...launch, groups: [2, 1, 17] })).toThrow(
      "webgpu backend: matmul needs 17 workgroups in one dim; a small GPU starts 16 at most " +
        "(maxComputeWorkgroupsPerDimension). Use smaller pieces, or another backend.",
    );
    expect(sent.filter(({ kind }) => kind === "run")).toEqual([]);
    machine.run({ ...launch, groups: [2, 1, 16] });
    expect(sent.at(-1)).toMatchObject({ kind: "run", groups: [2, 1, 16] });
  });

  // SwiftShader binds a GiB and refuses a buffer of that size; a GPU may have the memory.
  test.runIf(typeof gpu !== "string" && gpu.adapter.includes("swiftshader")).each([true, false])(
    "a buffer that the device has no memory for names its bytes (a worker: %s)",
    async (worker) => {
      const small = await webgpuBackend({ worker });
      t.setBackend(small);
      const large = t
        .tensor([1])
        .expand([2 ** 28])
        .add(1);
      await expect(large.slice(0, { stop: 1 }).data()).rejects.toThrow(DeviceError);
      await expect(large.sum().data()).rejects.toThrow(
        /refuses a buffer of 1073741824 bytes \(out of memory: .*\)\. With it, tensors would have \d+ bytes in \d+ buffers/,
      );
      small.close();
    },
  );

  test("after the device is lost, reads say so", async () => {
    const lost = await webgpuBackend({ worker: false });
    t.setBackend(lost);
    const x = t.tensor([1, 2]).add(1);
    lost.close();
    await expect(x.data()).rejects.toThrow(t.BackendError);
    await expect(x.data()).rejects.toThrow("the device was lost");
  });

  test("after a close, what needs the device says so, with and without waiting", async () => {
    const closed = await webgpuBackend({ worker: true });
    t.setBackend(closed);
    const x = t.tensor([1, 2]).add(1);
    closed.close();
    expect(() => x.dataSync()).toThrow("it was closed");
    await expect(x.data()).rejects.toThrow("it was closed");
    expect(() => x.add(1)).toThrow("it was closed");
  });

  test("indices outside of what the host wrote are refused before any work is done", () => {
    t.setBackend(backend());
    const index = t.tensor([0, 3], { dtype: "int32" });
    expect(() => t.ones([3, 2]).embedding(index)).toThrow("3");
  });
});
