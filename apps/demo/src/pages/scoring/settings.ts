import type { Signal } from "@preact/signals";
import { decimal, type Field, flag, list, oneOf, whole } from "../../app/fields.ts";
import type { PageState } from "../../app/page-state.ts";
import { type AttendAsk, type Rows, type ScoreName, type Source, scoreNames, sources } from "./calls.ts";

/** Sizes: queries, keys, and the columns of everything. */
export const lq = 3;
export const lk = 4;
export const d = 4;

/** What a cell may hold. */
export const cellRange: readonly [number, number] = [-999, 999];

/** Sizes of vectors whose dot products the histogram shows. */
export const spreadSizes = ["1", "4", "16", "64", "256"] as const;

export interface Settings {
  readonly source: Signal<Source>;
  readonly q: Signal<Rows>;
  readonly k: Signal<Rows>;
  readonly v: Signal<Rows>;
  /** The sequence of self-attention, (lk, d). */
  readonly x: Signal<Rows>;
  /** The queries' sequence in cross-attention, (lq, d). */
  readonly asking: Signal<Rows>;
  /** The keys' and values' sequence in cross-attention, (lk, d). */
  readonly y: Signal<Rows>;
  readonly score: Signal<ScoreName>;
  readonly temperature: Signal<number>;
  readonly validLen: Signal<number>;
  readonly causal: Signal<boolean>;
  readonly forbidden: Signal<readonly number[]>;
  readonly heads: Signal<(typeof headCounts)[number]>;
  readonly seed: Signal<number>;
  /** The query whose arithmetic is shown; −1 for none. */
  readonly row: Signal<number>;
  readonly size: Signal<(typeof spreadSizes)[number]>;
}

export const headCounts = ["1", "2"] as const;

export const initial = {
  q: [
    [2, 0, 0, 0],
    [0, 2, 1, 0],
    [1, 1, 1, 1],
  ],
  k: [
    [2, 0, 0, 0],
    [0, 2, 0, 0],
    [0, 0, 2, 1],
    [1, 1, 0, 2],
  ],
  v: [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [1, 1, 1, 1],
  ],
  x: [
    [1, 0, 0, 1],
    [0, 2, 0, 0],
    [1, 0, 2, 0],
    [0, 1, 0, 2],
  ],
  asking: [
    [1, 1, 0, 0],
    [0, 2, 0, 1],
    [2, 0, 1, 0],
  ],
  y: [
    [1, 0, 1, 0],
    [0, 2, 0, 0],
    [2, 0, 0, 1],
    [0, 0, 1, 2],
  ],
} as const;

export function makeSettings(state: PageState): Settings {
  return {
    source: state.setting("from", oneOf(sources), "direct"),
    q: state.setting("q", rows(lq), initial.q),
    k: state.setting("k", rows(lk), initial.k),
    v: state.setting("v", rows(lk), initial.v),
    x: state.setting("x", rows(lk), initial.x),
    asking: state.setting("a", rows(lq), initial.asking),
    y: state.setting("y", rows(lk), initial.y),
    score: state.setting("score", oneOf(scoreNames), "scaled"),
    temperature: state.setting("t", decimal(0.1, 10, 2), 1),
    validLen: state.setting("len", whole(0, lk), lk),
    causal: state.setting("causal", flag, false),
    forbidden: state.setting("mask", list(whole(0, lk * lk - 1), lk * lk), []),
    heads: state.setting("heads", oneOf(headCounts), "1"),
    seed: state.setting("seed", whole(0, 99), 0),
    row: state.setting("row", whole(-1, lk - 1), -1),
    size: state.setting("d", oneOf(spreadSizes), "64"),
  };
}

/** What the worker is asked for these settings. */
export function askOf(settings: Settings): AttendAsk {
  const source = settings.source.value;
  return {
    source,
    q: settings.q.value,
    k: settings.k.value,
    v: settings.v.value,
    x: source === "self" ? settings.x.value : settings.asking.value,
    y: settings.y.value,
    score: settings.score.value,
    temperature: settings.temperature.value,
    validLen: settings.validLen.value,
    causal: settings.causal.value,
    forbidden: settings.forbidden.value,
    heads: Number(settings.heads.value),
    seed: settings.seed.value,
  };
}

/** A matrix of so many rows, row after row. */
function rows(count: number): Field<Rows> {
  const numbers = list(decimal(...cellRange, 3), count * d);
  return {
    parse(text) {
      const all = numbers.parse(text);
      if (all?.length !== count * d) return undefined;
      return Array.from({ length: count }, (_, row) => all.slice(row * d, (row + 1) * d));
    },
    format: (value) => numbers.format(value.flat()),
  };
}
