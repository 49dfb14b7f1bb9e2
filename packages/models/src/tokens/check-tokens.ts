import { DTypeError, ShapeError, type Tensor } from "@saccade/tensor";
import { checkInteger, checkTensor } from "@saccade/tensor/backend";
import { checkLayers } from "../contract/check-options.ts";

/** @throws ArgumentError unless x is a tensor, ShapeError unless it is (b, steps), DTypeError unless it is int32. */
export function checkTokens(what: string, x: unknown): asserts x is Tensor {
  checkTensor(what, "token ids", x);
  if (x.ndim !== 2)
    throw new ShapeError(
      `${what}: token ids ${x.describe()} must be (batch, steps); use unsqueeze(0) for one sentence.`,
    );
  if (x.dtype !== "int32")
    throw new DTypeError(`${what}: token ids are ${x.describe()}, expected int32; use to("int32").`);
}

/** The sizes of an encoder or a decoder. */
interface Sizes {
  readonly vocabSize: number;
  readonly embedSize: number;
  readonly numHiddens: number;
  readonly numLayers: number;
}

/** @throws ArgumentError unless all are whole numbers above 0. */
export function checkNetwork(what: string, sizes: Sizes): void {
  for (const [name, value] of Object.entries(sizes)) checkInteger(what, name, value, 1);
  checkLayers(what, "numLayers", sizes.numLayers);
}
