import { spawn } from "node:child_process";
import { once } from "node:events";
import { wasmBackend } from "@saccade/kernels-wasm";
import * as nn from "@saccade/nn";
import * as t from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import { afterEach, describe, expect, test } from "vitest";
import { DeviceError, webgpuBackend } from "../src/index.ts";
import { gpu } from "./gpu.ts";
import { ownedWorkers } from "./owned-workers.ts";

// A device is lost in the worker that owns it when this thread asks for that.
const losable = `port.on("message", ({ kind }) => { if (kind === "lose") devices.at(-1).destroy(); });`;

let owned = ownedWorkers();
owned.restore();
afterEach(() => {
  owned.restore();
  t.setBackend(t.referenceBackend());
});

/** A trainer of a small network on 12 batches, as one seed makes it. */
function makeTrainer(on: t.Backend): Trainer<t.Tensor> {
  t.setBackend(on);
  t.manualSeed(7);
  const net = new nn.Sequential(new nn.Linear(3, 8), new nn.Tanh(), new nn.Linear(8, 1));
  const data = Array.from({ length: 4 }, () => t.randn([16, 3]));
  return new Trainer({
    model: net,
    optimizer: new nn.Adam(net, { lr: 0.01 }),
    data,
    trainingStep: (x) => nn.functional.mseLoss(net.forward(x), x.sum(1, { keepdim: true })),
    maxEpochs: 3,
  });
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe.skipIf(typeof gpu === "string")("a device that fails", () => {
  test("a device that is lost in the middle of a step ends the run, which goes on from its checkpoint on wasm", async () => {
    owned = ownedWorkers(losable);
    const whole: number[] = [];
    const there = makeTrainer(await wasmBackend());
    there.on("step", ({ loss }) => whole.push(loss));
    await there.fit();

    const losing = makeTrainer(await webgpuBackend());
    const losses: number[] = [];
    losing.on("step", ({ step, loss }) => {
      losses.push(loss);
      // The worker hears of it among the commands of the next step.
      if (step === 6) owned.workers.at(-1)!.postMessage({ kind: "lose" });
    });
    await losing.fit({ maxSteps: 5 });
    const checkpoint = await losing.checkpoint();
    const failed = losing.fit();
    await expect(failed).rejects.toThrow(DeviceError);
    await expect(failed).rejects.toThrow(
      /the device was lost \(destroyed\).* Load the last checkpoint on another backend/,
    );

    const resumed = makeTrainer(await wasmBackend());
    await resumed.load(checkpoint);
    const rest: number[] = [];
    resumed.on("step", ({ loss }) => rest.push(loss));
    await resumed.fit();
    expect(rest).toHaveLength(7);
    for (const [i, loss] of [...losses.slice(0, 5), ...rest].entries())
      expect(loss).toBeCloseTo(whole[i]!, 4);
  });

  test("a worker that is killed before it answers ends the wait for it", async () => {
    owned = ownedWorkers();
    t.setBackend(await webgpuBackend({ worker: true }));
    const x = t.tensor([1, 2]).add(1);
    expect([...x.dataSync()]).toEqual([2, 3]);
    void owned.workers.at(-1)!.terminate();
    pause(500);
    expect(() => x.dataSync()).toThrow(DeviceError);
    expect(() => x.mul(2).dataSync()).toThrow("the worker that owns the device has ended");
  });

  test.each(["data", "dataSync"] as const)(
    "a worker that ends instead of answering ends %s()",
    async (read) => {
      // At the second read: at the first, Dawn would have promises open, and end the process with the worker.
      owned = ownedWorkers(
        `let reads = 0; port.on("message", ({ kind }) => { if (kind.startsWith("read") && ++reads === 2) process.exit(); });`,
      );
      t.setBackend(await webgpuBackend({ worker: true }));
      const x = t.tensor([1, 2]).add(1);
      expect([...(await x[read]())]).toEqual([2, 3]);
      await expect((async () => x[read]())()).rejects.toThrow("the worker that owns the device has ended");
    },
  );

  test("two backends on one adapter train at once, and one goes on when the other is closed", {
    tags: "all",
  }, async () => {
    const [one, two] = [await webgpuBackend(), await webgpuBackend()];
    const [first, second] = [makeTrainer(one), makeTrainer(two)];
    const losses: number[][] = [[], []];
    first.on("step", ({ loss }) => losses[0]!.push(loss));
    second.on("step", ({ loss }) => losses[1]!.push(loss));
    for (let step = 1; step <= 6; step++) {
      t.setBackend(one);
      await first.fit({ maxSteps: step });
      t.setBackend(two);
      await second.fit({ maxSteps: step });
    }
    expect(losses[0]).toEqual(losses[1]);
    one.close();
    await second.fit();
    expect(losses[1]).toHaveLength(12);
    expect(losses[1]!.at(-1)).toBeLessThan(losses[1]![0]!);
  });
});

/** How a Node program ends that has 40 different kernels unread, with this last line. */
async function endOf(lastLine: string, first: string = ""): Promise<unknown[]> {
  const program = `import { randn, setBackend } from "@saccade/tensor";
    import { webgpuBackend } from "./src/index.ts";
    ${first}
    const on = await webgpuBackend();
    setBackend(on);
    const ops = ["neg", "abs", "square", "exp", "log", "sqrt", "sin", "tanh", "relu", "sigmoid", "erf", "gelu", "silu"];
    const unread = [];
    for (let i = 0; i < 40; i++) {
      let x = randn([64, 64]);
      for (let k = 0; k < 12; k++) x = x[ops[(i * 7 + k * (i + 3)) % 13]]().add(k);
      unread.push(x.sum(i % 2));
    }
    ${lastLine}`;
  const options = ["--import", "tsx", "--conditions=@saccade/source", "--input-type=module", "--eval"];
  const child = spawn(process.execPath, [...options, program], {
    cwd: new URL("..", import.meta.url),
    stdio: "ignore",
  });
  return await once(child, "exit");
}

describe.skipIf(typeof gpu === "string")("a Node program with chains that nobody read", () => {
  test("ends by itself", async () => {
    expect(await endOf("")).toEqual([0, null]);
  });

  test.each([
    ["throws", 'throw new Error("mine");', 1],
    ["exits", "process.exit(3);", 3],
    ["exits a moment later", "setTimeout(() => process.exit(3), 20);", 3],
    ["has closed the backend", "on.close();", 0],
  ])("%s with its own code", { tags: "all" }, async (_how, lastLine, code) => {
    expect(await endOf(lastLine)).toEqual([code, null]);
  });

  test("may end while it waits for what it reads, while another device starts, and at once", {
    tags: "all",
  }, async () => {
    const ends = [
      "void unread[9].data(); setTimeout(() => process.exit(3), 50);",
      "void webgpuBackend(); setTimeout(() => process.exit(3), 5);",
      "process.exit(3);",
    ];
    for (const end of ends) expect([end, await endOf(end)]).toEqual([end, [3, null]]);
    expect(await endOf("", "void webgpuBackend(); process.exit(3);")).toEqual([3, null]);
  });
});
