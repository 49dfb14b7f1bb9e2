/** What became of a case: how it went, or what is wrong, and with which arguments. */
export interface Verdict {
  /** The function that was called, or what was read. */
  readonly of: string;
  readonly outcome?: string;
  readonly fault?: string;
  readonly args?: string;
}

/** A verdict of a case with a number. */
export interface Numbered extends Verdict {
  readonly index: number;
}
