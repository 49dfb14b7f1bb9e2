// The rate that a device's float32 units reach: threads that do nothing but fused multiply-adds on registers.

/** Chains of each thread: enough to hide the latency of one. */
const chains = 8;
const steps = 16;
const threads = 256;
const groups = 2048;

function source(fused: boolean): string {
  const names = Array.from({ length: chains }, (_, i) => `a${i}`);
  const each = (f: (name: string, i: number) => string): string => names.map(f).join("\n      ");
  return `
@group(0) @binding(0) var<uniform> given: vec4f; // rounds, factor, term
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(${threads})
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = given.y;
  let y = given.z;
  let rounds = u32(given.x);
  ${each((name, i) => `var ${name} = f32(id.x + ${i}u);`)}
  for (var round = 0u; round < rounds; round++) {
    for (var i = 0u; i < ${steps / 8}u; i++) {
      ${Array.from({ length: 8 }, () => each((name) => `${name} = ${fused ? `fma(${name}, x, y)` : `${name} * x + y`};`)).join("\n      ")}
    }
  }
  let sum = ${names.join(" + ")};
  if (sum == 12345.678) { result[0] = sum; } // keeps the compiler from removing the loop
}`;
}

/** Float operations of a round: two an element, as everywhere. */
const flopsOfRound = 2 * chains * steps * threads * groups;

/** Measures the peak repeatedly, on a separate device. */
export class PeakLoops {
  readonly #device: GPUDevice;
  readonly #kernels: readonly Kernel[];
  readonly #uniform: GPUBuffer;
  readonly #result: GPUBuffer;
  readonly #staging: GPUBuffer;

  private constructor(device: GPUDevice) {
    this.#device = device;
    this.#uniform = device.createBuffer({
      size: 16,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    this.#result = device.createBuffer({ size: 4, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
    this.#staging = device.createBuffer({
      size: 4,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    this.#kernels = [true, false].map((fused) => {
      const module = device.createShaderModule({ code: source(fused) });
      const pipeline = device.createComputePipeline({ layout: "auto", compute: { module } });
      const buffers = [this.#uniform, this.#result];
      const group = device.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      });
      return { pipeline, group, rounds: 1 };
    });
  }

  static async on(adapter: GPUAdapter): Promise<PeakLoops> {
    return new PeakLoops(await adapter.requestDevice());
  }

  /**
   * Operations a second: the better of both ways to write the loop (not every compiler has an instruction for `fma`), each
   * run for about `seconds`.
   */
  async measure(seconds: number): Promise<number> {
    let best = 0;
    for (const kernel of this.#kernels) {
      let spent = await this.#time(kernel);
      while (spent < seconds && kernel.rounds < 2 ** 20) {
        kernel.rounds = Math.ceil(kernel.rounds * Math.min(8, Math.max(1.5, seconds / spent)));
        spent = await this.#time(kernel);
      }
      best = Math.max(best, (flopsOfRound * kernel.rounds) / spent);
    }
    return best;
  }

  async #time({ pipeline, group, rounds }: Kernel): Promise<number> {
    const device = this.#device;
    device.queue.writeBuffer(this.#uniform, 0, Float32Array.of(rounds, 0.999, 0.001, 0));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(groups);
    pass.end();
    encoder.copyBufferToBuffer(this.#result, 0, this.#staging, 0, 4);
    const commands = encoder.finish();
    const begin = performance.now();
    device.queue.submit([commands]);
    await this.#staging.mapAsync(GPUMapMode.READ);
    const spent = (performance.now() - begin) / 1000;
    this.#staging.unmap();
    return spent;
  }
}

interface Kernel {
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
  /** As many as filled the time of the last measure. */
  rounds: number;
}
