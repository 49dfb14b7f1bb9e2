import type { Signal } from "@preact/signals";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../app/shell.ts";
import type { Dictionary } from "../app/words.ts";
import type { Computer } from "../work/backend.ts";

/** Where a run computes. */
export const devices = ["processor", "gpu"] as const;
export type Device = (typeof devices)[number];

const en = {
  legend: "Compute on",
  devices: { processor: "the processor (WebAssembly)", gpu: "the GPU (WebGPU)" },
  gpu: (adapter: string): string => `Computed on the GPU: ${adapter}.`,
  software: (adapter: string): string =>
    `Computed on ${adapter}: a GPU in software, which runs on the processor, slower than WebAssembly.`,
  missing: (why: string): string => `No GPU: ${why}. Computed on the processor instead.`,
  lost: (step: number, why: string): string =>
    `The GPU failed, so the run continues on the processor, from step ${step}. ${why}`,
};

const zh: typeof en = {
  legend: "计算设备",
  devices: { processor: "处理器（WebAssembly）", gpu: "GPU（WebGPU）" },
  gpu: (adapter) => `在 GPU 上计算：${adapter}。`,
  software: (adapter) => `在 ${adapter} 上计算：这是软件模拟的 GPU，在处理器上运行，比 WebAssembly 慢。`,
  missing: (why) => `没有 GPU：${why}。改用处理器计算。`,
  lost: (step, why) => `GPU 出现故障，训练改在处理器上从第 ${step} 步继续。${why}`,
};

const words: Dictionary<typeof en> = { en, zh };

/** The device of the next run. */
export function DeviceChoice({ value }: { readonly value: Signal<Device> }): JSX.Element {
  const t = useWords(words);
  return <Choice legend={t.legend} value={value} names={devices} labels={t.devices} />;
}

/** The failure of a GPU: where the run continued, and the backend's message. */

export interface Failure {
  readonly step: number;
  readonly why: string;
}

interface DeviceLineProps {
  readonly computer: Computer | null;
  readonly failure: Failure | null;
}

/** Says which GPU computes, or why none does, where one was asked for. */
export function DeviceLine({ computer, failure }: DeviceLineProps): JSX.Element {
  const t = useWords(words);
  const gpu = computer?.gpu;
  const text = (): string => {
    if (failure !== null) return t.lost(failure.step, failure.why);
    if (gpu === undefined) return "";
    if ("missing" in gpu) return t.missing(gpu.missing);
    return gpu.isSoftware ? t.software(gpu.adapter) : t.gpu(gpu.adapter);
  };
  return (
    <p
      class={failure !== null || (gpu !== undefined && "missing" in gpu) ? "problem device" : "quiet device"}
      role="status"
    >
      {text()}
    </p>
  );
}

/** Whether an error says that a GPU failed: classes do not come through from workers. */
export function isOfGPU(error: unknown): error is Error {
  return Object(error).name === "DeviceError";
}
