// What attention says of its weights without returning them.

import { isTapped, tap } from "@saccade/nn";
import { ArgumentError, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import type { Settings } from "@saccade/tensor/contract";
import type { AttentionTells } from "@saccade/tensor/fused";
import type { SummaryName, summaryRules } from "./rules.ts";

/** Summaries of attention weights (…, lq, lk), before dropout. Of a query without allowed keys, entropy and weights are 0. */
export interface AttentionSummaries extends Omit<AttentionTells, "topWeights" | "topKeys"> {
  /**
   * The largest weights of each query, falling, and the int32 indices of their keys, the first of equal ones first: both (…, lq,
   * k). Weight 0 and index −1 where fewer keys are allowed.
   */
  readonly topK: { readonly values: Tensor; readonly indices: Tensor } & Iterable<Tensor>;
}

/** The summaries of a call by their names. `S` are the names in its option `summaries`. */
export type SummariesIf<S extends SummaryName> = [S] extends [never]
  ? unknown
  : { readonly summaries: Pick<AttentionSummaries, S> };

/** The option `summaries`, whose names are types. */
export interface SummariesOptions<S extends SummaryName = SummaryName> {
  /** What to tell of the weights. Default: nothing. */
  readonly summaries?: readonly S[] | undefined;
}

/** Those that a call asked for, if any. */
export interface Summaries {
  /** By their names; undefined if nothing was asked for. */
  readonly summaries?: Partial<AttentionSummaries>;
}

/** The summaries that a call asks for. */
export interface WantedSummaries {
  /** Each at most once. */
  readonly names: readonly SummaryName[];
  /** How many of the largest weights; 0 for none. */
  readonly top: number;
}

/**
 * The summaries that the options `summaries` and `topK` ask for, of weights for `keys` keys.
 *
 * @throws ArgumentError for more weights than keys, and for `topK` without the summary.
 * @example wantedSummaries("net", { summaries: ["topK"], topK: undefined }, 3).top // 3
 */
export function wantedSummaries(
  what: string,
  { summaries: names = [], topK }: Settings<typeof summaryRules>,
  keys: number,
): WantedSummaries | undefined {
  const lists = names.includes("topK");
  if (topK !== undefined && !lists)
    throw new ArgumentError(
      `${what}: topK ${topK} counts weights of a summary; add "topK" to summaries, or leave it out.`,
    );
  if (topK !== undefined && topK > keys)
    throw new ArgumentError(`${what}: topK ${topK} is more than the ${keys} keys; use at most ${keys}.`);
  return names.length === 0 ? undefined : { names, top: lists ? (topK ?? Math.min(8, keys)) : 0 };
}

/** Those summaries that are wanted. */
export function summariesOf(told: AttentionTells, { names }: WantedSummaries): Partial<AttentionSummaries> {
  const { columnSums, entropy, max, logSumExp, topWeights, topKeys } = told;
  const topK = iterable({ values: topWeights, indices: topKeys });
  const all: AttentionSummaries = { columnSums, entropy, max, logSumExp, topK };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

const told = ["columnSums", "entropy", "max", "logSumExp", "topWeights", "topKeys"] as const;
const tapOf = (name: string): string => `summary.${name}`;

/** The taps of summaries by the names of {@link AttentionTells}. They are no sites: what hooks return changes nothing. */
export const summaryTaps: readonly string[] = /* @__PURE__ */ told.map(tapOf);

/** The result of an attention to `keys` keys with the wanted summaries, and more where taps are listened to: the 8 largest weights. */
export function withTaps<R extends Summaries>(
  wanted: WantedSummaries | undefined,
  keys: number,
  attend: (wanted: WantedSummaries | undefined) => R,
): Omit<R, "summaries"> & Summaries {
  if (!isTapped(...summaryTaps)) return attend(wanted);
  const names: readonly SummaryName[] = ["columnSums", "entropy", "max", "logSumExp", "topK"];
  const { summaries = {}, ...found } = attend({ names, top: wanted?.top || Math.min(8, keys) });
  const { topK, ...rows } = summaries;
  for (const [name, x] of Object.entries({ ...rows, topWeights: topK!.values, topKeys: topK!.indices }))
    tap(tapOf(name), x);
  const own = wanted?.names.map((name) => [name, summaries[name]]);
  return own ? { ...found, summaries: Object.fromEntries(own) } : found;
}

/** A result's summaries with a function applied to each tensor. */
export function mapSummaries({ summaries }: Summaries, f: (x: Tensor) => Tensor): Summaries {
  if (summaries === undefined) return {};
  const { topK, ...others } = summaries;
  const mapped = Object.fromEntries(Object.entries(others).map(([name, x]) => [name, f(x)]));
  const lists = topK && iterable({ values: f(topK.values), indices: f(topK.indices) });
  return { summaries: lists ? { ...mapped, topK: lists } : mapped };
}
