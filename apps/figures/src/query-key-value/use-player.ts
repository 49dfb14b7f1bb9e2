import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useReducedMotion } from "../ui/index.ts";
import { timeline } from "./steps.ts";

export interface Player {
  readonly time: Signal<number>;
  readonly playing: boolean;
  readonly still: boolean;
  readonly play: () => void;
  readonly pause: () => void;
  readonly step: () => void;
}

const pauseOfStill = 900; // ms between steps for readers who want less motion

/** Time that runs when asked. It starts at the end, where the result is. */
export function usePlayer(): Player {
  const still = useReducedMotion();
  const time = useSignal(timeline.total);
  const until = useSignal<number | null>(null);
  const goal = until.value;
  useEffect(() => {
    if (goal === null) return;
    const moveTo = (next: number): boolean => {
      time.value = Math.min(goal, next);
      if (time.value < goal) return true;
      until.value = null;
      return false;
    };
    if (still) {
      if (!moveTo(timeline.endAfter(time.value))) return;
      const timer = setInterval(() => moveTo(timeline.endAfter(time.value)), pauseOfStill);
      return () => clearInterval(timer);
    }
    let last = performance.now();
    let frame = requestAnimationFrame(function tick(now: number): void {
      const passed = Math.min(0.1, Math.max(0, now - last) / 1000);
      last = now;
      if (moveTo(time.value + passed)) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [goal, still, time, until]);

  const rewind = (): void => {
    if (time.value >= timeline.total) time.value = 0;
  };
  return {
    time,
    playing: goal !== null,
    still,
    play: () => {
      rewind();
      until.value = timeline.total;
    },
    pause: () => {
      until.value = null;
    },
    step: () => {
      rewind();
      until.value = timeline.endAfter(time.value);
    },
  };
}
