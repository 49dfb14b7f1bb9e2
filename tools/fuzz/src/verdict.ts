/** The longest message that an error may have. */
export const longest = 2001;

/** The result of a case: how it ended, or what is wrong. */
export interface Verdict {
  readonly outcome?: string;
  readonly fault?: string;
}

/** A case that was drawn, and is still to be tried. */
export interface Case {
  /** The function that is called, or what is read. */
  readonly of: string;
  /** A readable form of its arguments. */
  readonly args: string;
  readonly run: () => Verdict | Promise<Verdict>;
}

/** A thread's message: it begins a case, or how that case ended. */
export type News = Verdict & { readonly index: number; readonly of: string; readonly args: string };
