/** The longest message that an error may have. */
export const longest = 2001;

/** What became of a case: how it went, or what is wrong. */
export interface Verdict {
  readonly outcome?: string;
  readonly fault?: string;
}

/** A case that was drawn, and is still to be tried. */
export interface Case {
  /** The function that is called, or what is read. */
  readonly of: string;
  /** What it is given, to be read. */
  readonly args: string;
  readonly run: () => Verdict | Promise<Verdict>;
}

/** What a thread says: that it begins a case, or how the one that it began ended. */
export type News = Verdict & { readonly index: number; readonly of: string; readonly args: string };
