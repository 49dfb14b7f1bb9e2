import { getBackend } from "../../current-backend.ts";
import { refusePromise, scope, withEnd } from "../../memory/scope.ts";
import type { Tensor } from "../../tensor.ts";
import { withListener } from "../listeners.ts";
import { Capture } from "./capture.ts";
import { CapturedStep, isAt, outputsOf } from "./captured-step.ts";
import { run } from "./copy.ts";
import { FieldReads } from "./field-reads.ts";
import { patternOf, withTensors } from "./patterns.ts";
import { SideEffects } from "./watched-fields.ts";

// The fields that steps change, in any of their captures.
const sideEffectsOf: WeakMap<object, SideEffects> = new WeakMap();

/** The outcome of capturing a step. */
export interface CapturedCall<R> {
  /** The step's result. */
  readonly result: R;
  /** Null if the run cannot be replayed. */
  readonly step: CapturedStep | null;
  /** The tensor made by the step that is still in use, if that is why there is no captured step. */
  readonly kept: Tensor | null;
}

type Outcome =
  | { readonly recorded: true; readonly make: () => CapturedStep }
  | { readonly recorded: false; readonly result: unknown; readonly kept: Tensor | null };

/**
 * Runs a step on its arguments and captures it. If it cannot be captured, the step's result is returned all the same:
 * this happens when a tensor that the step made stays in use elsewhere (such as optimizer state created at the first
 * step), or when a tensor that it uses was freed or moved.
 *
 * @throws whatever the step throws; CompileError for operations that cannot be captured. Either way, the capture is
 * discarded.
 * @example captureStep((x) => x.mul(2), [tensor([1, 2])]).result // tensor([2, 4])
 */
export function captureStep<A extends unknown[], R>(step: (...args: A) => R, args: A): CapturedCall<R> {
  const tensors: Tensor[] = [];
  const pattern = patternOf(args, tensors);
  for (const x of tensors) x.checkLive("compile");
  const capture = new Capture(tensors[0]?.backend ?? getBackend(), tensors);
  const reads = new FieldReads();
  const sideEffects = sideEffectsOf.get(step) ?? new SideEffects();
  sideEffectsOf.set(step, sideEffects);
  let outcome: Outcome;
  try {
    outcome = scope((): Outcome => {
      const result = withListener(capture, () => {
        capture.copyIn();
        const placed = withTensors(pattern, capture.places) as A;
        return scope(() => {
          const value = reads.run(() => withEnd(() => step(...placed)));
          refusePromise("compile", value);
          return value;
        });
      });
      // The step's result is read after its tensors were freed.
      capture.log.settle?.();
      const returned: Tensor[] = [];
      const resultPattern = patternOf(result, returned);
      const kept = capture.alive().find((x) => {
        if (x.kept || x.backend !== capture.backend) return true;
        return !(capture.places.includes(x) || (returned.includes(x) && x.shares === 1));
      });
      const unmoved = [...capture.outside].every(([x, buffer]) => isAt(x, buffer));
      if (kept || !unmoved) return { recorded: false, result, kept: kept ?? null };
      const outputs = outputsOf(capture, returned);
      const places = capture.places.map(({ buffer, dtype, storage }) => run(buffer, dtype, storage.length));
      return {
        recorded: true,
        make: () =>
          new CapturedStep(capture, reads.fields(sideEffects), pattern, places, resultPattern, outputs),
      };
    });
  } catch (error) {
    capture.log.abandon();
    throw error;
  }
  if (!outcome.recorded) {
    capture.log.abandon();
    return { result: outcome.result as R, step: null, kept: outcome.kept };
  }
  const recorded = outcome.make();
  return { result: recorded.collect(tensors) as R, step: recorded, kept: null };
}
