import { DTypeError, ShapeError, type Tensor } from "@saccade/tensor";

/** @throws ShapeError unless x is (b, steps), DTypeError unless it is int32. */
export function checkTokens(what: string, x: Tensor): void {
  if (x.ndim !== 2)
    throw new ShapeError(
      `${what}: token ids ${x.describe()} must be (batch, steps); use unsqueeze(0) for one sentence.`,
    );
  if (x.dtype !== "int32")
    throw new DTypeError(`${what}: token ids are ${x.describe()}, expected int32; use to("int32").`);
}
