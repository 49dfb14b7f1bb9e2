/** One thing that a worker can be asked, and what it answers; plain data, since it is copied between threads. */
export interface Call {
  readonly ask: unknown;
  readonly answer: unknown;
}

/** A table of calls by name: what a worker offers. */
export type Calls<C> = { readonly [Name in keyof C]: Call };

export interface Request {
  readonly id: number;
  readonly name: PropertyKey;
  readonly ask: unknown;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };
