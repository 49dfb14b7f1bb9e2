import { getBackend } from "../../current-backend.ts";
import { refusePromise, scope } from "../../memory/scope.ts";
import type { Tensor } from "../../tensor.ts";
import { setActive } from "./active.ts";
import { Recording } from "./capturing.ts";
import { run } from "./copy.ts";
import { patternOf, withTensors } from "./patterns.ts";
import { isAt, outputsOf, RecordedStep } from "./replay.ts";

/** A step that ran while it was recorded. */
export interface RecordedCall<R> {
  readonly result: R;
  /** Null where the run cannot be repeated as it was. */
  readonly step: RecordedStep | null;
  /** A tensor that the step made and that somebody keeps: why there is no recording, if it is why. */
  readonly kept: Tensor | null;
}

type Outcome =
  | { readonly recorded: true; readonly make: () => RecordedStep }
  | { readonly recorded: false; readonly result: unknown; readonly kept: Tensor | null };

/**
 * Runs a step on its arguments and records it. The result is the step's all the same when no recording comes of it:
 * when a tensor that it made lives on elsewhere (state that an optimizer makes at its first step), or when a tensor
 * that it relied on is no more at its place.
 *
 * @throws what the step throws, CompileError for what cannot be recorded; nothing of the recording is left then.
 */
export function recordStep<A extends unknown[], R>(step: (...args: A) => R, args: A): RecordedCall<R> {
  const tensors: Tensor[] = [];
  const pattern = patternOf(args, tensors);
  for (const x of tensors) x.checkLive("compile");
  const recording = new Recording(tensors[0]?.backend ?? getBackend(), tensors);
  let outcome: Outcome;
  setActive(recording);
  try {
    outcome = scope((): Outcome => {
      recording.copyIn();
      const placed = withTensors(pattern, recording.places) as A;
      const result = scope(() => {
        const value = step(...placed);
        refusePromise("compile", value);
        return value;
      });
      setActive(null);
      const returned: Tensor[] = [];
      const resultPattern = patternOf(result, returned);
      const kept = recording.alive().find((x) => {
        if (x.kept || x.backend !== recording.backend) return true;
        return !(recording.places.includes(x) || (returned.includes(x) && x.shares === 1));
      });
      const stands = [...recording.outside].every(([x, buffer]) => isAt(x, buffer));
      if (kept || !stands) return { recorded: false, result, kept: kept ?? null };
      const outputs = outputsOf(recording, returned);
      const places = recording.places.map(({ buffer, dtype, storage }) => run(buffer, dtype, storage.length));
      return {
        recorded: true,
        make: () => new RecordedStep(recording, pattern, places, resultPattern, outputs),
      };
    });
  } catch (error) {
    setActive(null);
    recording.log.abandon();
    throw error;
  }
  if (!outcome.recorded) {
    recording.log.abandon();
    return { result: outcome.result as R, step: null, kept: outcome.kept };
  }
  const recorded = outcome.make();
  return { result: recorded.collect(tensors) as R, step: recorded, kept: null };
}
