import type { Signal } from "@preact/signals";
import { dictionary, fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../app/shell.ts";
import type { Computer } from "../work/backend.ts";
import en from "./device.en.json" with { type: "json" };

/** Where a run computes. */
export const devices = ["processor", "gpu"] as const;
export type Device = (typeof devices)[number];

const words = dictionary(en, () => import("./device.zh.json"));

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
    if (failure !== null) return fill(t.lost, { step: failure.step, why: failure.why });
    if (gpu === undefined) return "";
    if ("missing" in gpu) return fill(t.missing, { why: gpu.missing });
    return fill(gpu.isSoftware ? t.software : t.gpu, { adapter: gpu.adapter });
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
