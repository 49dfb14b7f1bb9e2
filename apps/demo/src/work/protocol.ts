/** A request to a worker and its answer; plain data, since it is copied between threads. */
export interface Call {
  readonly ask: unknown;
  readonly answer: unknown;
}

/** A worker's calls by name. */
export type Calls<C> = { readonly [Name in keyof C]: Call };

/** The calls that functions answer, each by its name: `serve<CallsOf<typeof handlers>>(self, handlers)`. */
export type CallsOf<Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (ask: infer Ask) => infer Answer
    ? { readonly ask: Ask; readonly answer: Awaited<Answer> }
    : never;
};

export interface Request {
  readonly id: number;
  readonly name: PropertyKey;
  readonly ask: unknown;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };
