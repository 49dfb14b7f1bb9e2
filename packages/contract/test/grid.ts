import { type Described, notTensor, type TensorType } from "../src/index.ts";

/** A class of tensors without elements, such as contracts know them. */
export class Grid implements Described {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly backend: Described["backend"];
  readonly strides: readonly number[] = [];

  constructor(shape: readonly number[], dtype: string, backend: Described["backend"]) {
    this.shape = shape;
    this.dtype = dtype;
    this.backend = backend;
  }

  describe(): string {
    return `${this.dtype}[${this.shape.join(", ")}]`;
  }
}

const backend = { name: "here" };

export function zeros(
  shape: readonly number[],
  dtype: string = "float32",
  on: Described["backend"] = backend,
): Grid {
  return new Grid(shape, dtype, on);
}

export const grids: TensorType<Grid> = {
  isLive: (value) => value instanceof Grid,
  check(what, name, value) {
    if (!(value instanceof Grid)) throw notTensor(what, name, "a tensor", value);
  },
};
