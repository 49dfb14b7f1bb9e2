// Sizes by name, as types: "q (…, lq, d)  k (…, lk, d)" names lq, d and lk.

type Trim<S extends string> = S extends ` ${infer R}` ? Trim<R> : S extends `${infer R} ` ? Trim<R> : S;

type Split<S extends string, By extends string> = S extends `${infer A}${By}${infer B}`
  ? Trim<A> | Split<B, By>
  : Trim<S>;

/** The names among dims: "…", numbers and "_" name no size, and "3h" names h. */
type Named<Dim extends string> = Dim extends "…" | "_" | "" | `${number}`
  ? never
  : Dim extends `${infer _ extends number}${infer Name}`
    ? Named<Name>
    : Dim;

// Each tensor's dims are in parentheses, alternatives are separated by "|", and "?" after a name makes a tensor optional.
type DimsIn<S extends string, Optional extends boolean, Wanted extends boolean> =
  Trim<S> extends `${infer Head}(${infer Dims})${infer Rest}`
    ?
        | (IsOptional<Head, Optional> extends Wanted ? Named<Split<Split<Dims, ",">, "|">> : never)
        | DimsIn<Rest, IsOptional<Head, Optional>, Wanted>
    : never;

type IsOptional<Head extends string, Before extends boolean> =
  Trim<Head> extends "|" ? Before : Head extends `${string}?${string}` ? true : false;

/** The sizes that a contract names. One that only optional tensors have is undefined where these are left out. */
export type SizesOf<S extends string> = {
  readonly [Name in DimsIn<S, false, false>]: number;
} & {
  readonly [Name in Exclude<DimsIn<S, false, true>, DimsIn<S, false, false>>]: number | undefined;
};

/** The sizes in a list of names with spaces between them, such as "b l d". */
export type NamedSizes<S extends string> = { readonly [Name in Named<Split<S, " ">>]: number };
