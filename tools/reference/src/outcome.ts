/** The outcome of an example. */
export interface Outcome {
  readonly id: string;
  readonly problems: readonly string[];
  readonly values: readonly { readonly text: string; readonly expected: string; readonly actual: string }[];
}
