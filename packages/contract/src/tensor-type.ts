/** The properties of a tensor that contracts read. `Tensor` of `@saccade/tensor` has them. */
export interface Described {
  /** Sizes of the dims, outermost first. */
  readonly shape: readonly number[];
  /** The type of the elements: "float32", "bool". */
  readonly dtype: string;
  /** Where it lives: tensors of one call are on one backend. */
  readonly backend: { readonly name: string };
  /** As in messages: "float32[2, 3]". */
  describe(): string;
}

/** A class of tensors, which checks that a value is one of them. */
export interface TensorType<T extends Described> {
  /** Whether a value is a tensor of the class that was not freed. */
  isLive(value: unknown): value is T;
  /** @throws ArgumentError unless a value is a tensor of the class; the class's own error for a freed one. */
  check(what: string, name: string, value: unknown): asserts value is T;
}
