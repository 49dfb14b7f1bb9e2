import { checkLengths } from "@saccade/attention/model";
import { DTypeError, IndexError, ShapeError, Tensor } from "@saccade/tensor";
import { badArgument, checkElements, checkTensor, formatShape, isFloat } from "@saccade/tensor/backend";
import type { PointerState } from "./pointer-state.ts";

/** @throws ShapeError unless inputs are (b, n, inputSize), n ≥ 1, and validLens (b); DTypeError for other dtypes. */
export function checkElementInputs(
  what: string,
  inputs: unknown,
  inputSize: number,
  validLens: unknown,
): asserts inputs is Tensor {
  checkTensor(what, "inputs", inputs);
  if (inputs.ndim !== 3 || inputs.size(2) !== inputSize || inputs.size(1) === 0) {
    throw new ShapeError(
      `${what}: inputs ${formatShape(inputs.shape)} must be (b, n, inputSize) = (b, n, ${inputSize}), n ≥ 1; use ` +
        "unsqueeze(0) for one set.",
    );
  }
  if (!isFloat(inputs.dtype)) {
    throw new DTypeError(`${what}: inputs are ${inputs.describe()}; write inputs.to("float32").`);
  }
  if (validLens === undefined) return;
  checkLengths(what, "validLens", validLens, inputs.size(1));
  if (validLens.ndim === 1 && validLens.size(0) === inputs.size(0)) return;
  throw new ShapeError(
    `${what}: validLens ${formatShape(validLens.shape)} must be (b) = [${inputs.size(0)}], a length for each set.`,
  );
}

/** @throws ShapeError unless targets are (b, steps), steps ≥ 1; DTypeError unless they are int32; IndexError for others. */
export function checkTargets(
  what: string,
  inputs: Tensor,
  targets: unknown,
  end: boolean,
): asserts targets is Tensor {
  checkTensor(what, "targets", targets);
  const [b, n] = inputs.dims(3);
  if (targets.ndim !== 2 || targets.size(0) !== b || targets.size(1) === 0) {
    throw new ShapeError(
      `${what}: targets ${formatShape(targets.shape)} must be (b, steps) = (${b}, steps), steps ≥ 1.`,
    );
  }
  checkPositions(what, "targets", targets, end ? n : n - 1, end ? "n, the end" : "n − 1");
}

function checkPositions(what: string, name: string, x: Tensor, most: number, meaning: string): void {
  if (x.dtype !== "int32") {
    throw new DTypeError(`${what}: ${name} are ${x.describe()}; positions are int32: write to("int32").`);
  }
  checkElements(what, x, (values) => {
    for (const value of values) {
      if (value >= -1 && value <= most) continue;
      throw new IndexError(
        `${what}: a position in ${name} is ${value}; it must be 0 to ${most} (${meaning}), or −1 after the end.`,
      );
    }
  });
}

/** @throws ArgumentError unless the state came from `initState` or `step`. */
export function checkPointerState(what: string, state: unknown): asserts state is PointerState {
  const { keys, projectedKeys, open, hidden }: { readonly [Name in keyof PointerState]?: unknown } =
    Object(state);
  if ([keys, projectedKeys, open, hidden].every((x) => x instanceof Tensor)) return;
  throw badArgument(what, "state", "what initState or step gave", state, "write net.initState(inputs)");
}

/** @throws ShapeError unless `pointed` is null or (b); DTypeError unless it is int32; IndexError for no position. */
export function checkPointed(what: string, pointed: unknown, { keys }: PointerState): void {
  if (pointed === null) return;
  checkTensor(what, "pointed", pointed);
  if (pointed.ndim !== 1 || pointed.size(0) !== keys.size(0)) {
    throw new ShapeError(`${what}: pointed ${formatShape(pointed.shape)} must be (b) = [${keys.size(0)}].`);
  }
  checkPositions(what, "pointed", pointed, keys.size(1) - 1, "the last position");
}
