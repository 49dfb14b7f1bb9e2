import type * as JaxModule from "@jax-js/jax";
import type { Inputs, Program } from "../program.ts";

export type JaxArray = JaxModule.Array;

export interface Jax {
  readonly jax: typeof JaxModule;
  array(inputs: Inputs, name: string): JaxArray;
  /** A program that computes new arrays again and again. */
  program(once: () => JaxArray[]): Program;
  /** A program of f, compiled. As everywhere in jax-js, f owns its arguments and must use up each. */
  calculation<const N extends readonly string[]>(
    inputs: Inputs,
    names: N,
    f: (...xs: { [I in keyof N]: JaxArray }) => JaxArray | JaxArray[],
  ): Program;
  /** A program of a step from state to state and loss; it is compiled and owns its argument. */
  training(step: (state: JaxArray[]) => [JaxArray[], JaxArray], state: JaxArray[]): Program;
}

/** jax-js on its wasm or its WebGPU device. */
export async function loadJax(device: "wasm" | "webgpu"): Promise<Jax> {
  const jax = await import("@jax-js/jax");
  const found = await jax.init(device); // the others ask for more of a browser
  if (!found.includes(device)) throw new Error(`its ${device} device does not start`);
  jax.defaultDevice(device);
  const ending = device === "webgpu" ? handedOver(jax) : awaited(jax);
  const program = (once: () => JaxArray[]): Program => ({
    outputs: () => Promise.all(once().map((y) => numbers(y))),
    ...ending(once, (results) => results),
  });
  return {
    jax,
    array,
    program,
    calculation(inputs, names, f) {
      const xs = names.map((name) => array(inputs, name));
      const compiled = jax.jit((...args: JaxArray[]) => {
        const result = f(...(args as { [I in keyof typeof names]: JaxArray }));
        return Array.isArray(result) ? result : [result];
      });
      return program(() => compiled(...xs.map((x) => x.ref)));
    },
    training(step, first) {
      const compiled = jax.jit(step);
      let state = first;
      const next = (): JaxArray => {
        const [after, loss] = compiled(state);
        state = after;
        return loss;
      };
      const losses = async (): Promise<number[]> => {
        const found: number[] = [];
        for (let i = 0; i < 3; i++) found.push(...(await numbers(next())));
        return found;
      };
      return {
        outputs: async () => [await losses()],
        ...ending(
          () => [next()],
          (results) => [...state, ...results],
        ),
      };
    },
  };

  function array(inputs: Inputs, name: string): JaxArray {
    const { data, shape } = inputs[name]!;
    const dtype = data instanceof Int32Array ? jax.numpy.int32 : jax.numpy.float32;
    return jax.numpy.array(data as Float32Array<ArrayBuffer>, { shape: [...shape], dtype });
  }
}

type Ending = (
  once: () => JaxArray[],
  computed: (results: JaxArray[]) => JaxArray[],
) => Pick<Program, "run" | "settle">;

// Its arrays are lazy: an iteration ends when all are there.
function awaited(jax: typeof JaxModule): Ending {
  return (once, computed) => ({
    run: async () => {
      const results = once();
      await jax.blockUntilReady(computed(results));
      for (const y of results) y.dispose();
    },
  });
}

// Getting an array's buffer submits its kernels, and those compiled with it, without waiting for them.
function handedOver(jax: typeof JaxModule): Ending {
  const device = jax.getWebGPUDevice();
  return (once) => {
    let last: JaxArray[] = [];
    return {
      run: () => {
        for (const y of last) y.dispose();
        last = once();
        for (const y of last) y.ref.gpuBufferSync();
      },
      settle: () => readFour(device, last.at(-1)!.ref.gpuBufferSync()),
    };
  };
}

async function readFour(device: GPUDevice, buffer: GPUBuffer): Promise<void> {
  const staging = device.createBuffer({ size: 4, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, 4);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  staging.destroy();
}

async function numbers(y: JaxArray): Promise<number[]> {
  return Array.from(await y.data(), Number);
}
