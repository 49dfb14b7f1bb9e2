import { batch } from "@preact/signals";
import type { AttendAsk, Rows, ScoreName } from "@saccade/figures/attention";
import type { PageState } from "../../app/address.ts";
import { decimal, type Field, flag, list, oneOf, whole } from "../../app/fields.ts";
import { type PresetName, presetNames, presets } from "./presets.ts";

/** How many queries and keys there are, and columns of everything. */
export const n = 4;
export const d = 4;

/** The range of a cell. */
export const cellRange: readonly [number, number] = [-999, 999];

/** The ways to score. */
export const scoreNames = ["scaled", "dot", "additive", "gaussian", "average"] as const satisfies ScoreName[];

/** Sizes of vectors whose dot products the histogram shows. */
export const spreadSizes: readonly string[] = ["1", "4", "16", "64", "256"];

export const headCounts = ["1", "2"] as const;

/** The matrices that a reader may edit. */
export const matrixNames = ["q", "k", "v"] as const;
export type MatrixName = (typeof matrixNames)[number];

export const initialPreset: PresetName = "pronoun";

/** The page's settings, as they are in its address. */
export type Settings = ReturnType<typeof makeSettings>;

export function makeSettings(state: PageState) {
  const initial = presets[initialPreset];
  return {
    preset: state.setting("preset", oneOf(presetNames), initialPreset),
    /** The reader's edits of the preset's matrices; undefined for one that is unchanged. */
    edited: {
      q: state.setting<Rows | undefined>("q", matrix, undefined),
      k: state.setting<Rows | undefined>("k", matrix, undefined),
      v: state.setting<Rows | undefined>("v", matrix, undefined),
    },
    score: state.setting("score", oneOf(scoreNames), "scaled"),
    temperature: state.setting("t", decimal(0.1, 10, 2), 1),
    validLen: state.setting("len", whole(0, n), n),
    causal: state.setting("causal", flag, initial.causal),
    forbidden: state.setting("mask", list(whole(0, n * n - 1), n * n), []),
    heads: state.setting("heads", oneOf(headCounts), "1"),
    /** The head that is shown. */
    head: state.setting("head", oneOf(headCounts), "1"),
    seed: state.setting("seed", whole(0, 99), 0),
    /** The query whose row is shown. */
    row: state.setting("row", whole(0, n - 1), initial.row),
    size: state.setting("d", oneOf(spreadSizes), "64"),
  };
}

/** Replaces the matrices and mask by a preset's. */
export function choosePreset(settings: Settings, name: PresetName): void {
  batch(() => {
    const { causal, row } = presets[name];
    settings.preset.value = name;
    for (const one of matrixNames) settings.edited[one].value = undefined;
    settings.causal.value = causal;
    settings.forbidden.value = [];
    settings.validLen.value = n;
    settings.row.value = row;
  });
}

/** The current matrix: the reader's, or the preset's. */
export function matrixOf({ edited, preset }: Settings, name: MatrixName): Rows {
  return edited[name].value ?? presets[preset.value][name];
}

/** Puts a number into a cell. */
export function edit(settings: Settings, name: MatrixName, row: number, col: number, value: number): void {
  settings.edited[name].value = matrixOf(settings, name).map((old, i) =>
    i === row ? old.map((cell, j) => (j === col ? value : cell)) : old,
  );
}

/** Whether the causal mask is on, and means something. */
export function isCausal({ causal, preset }: Settings): boolean {
  return causal.value && presets[preset.value].isSelf;
}

/** The request to the worker for these settings. */
export function askOf(settings: Settings): AttendAsk {
  return {
    q: matrixOf(settings, "q"),
    k: matrixOf(settings, "k"),
    v: matrixOf(settings, "v"),
    score: settings.score.value,
    temperature: settings.temperature.value,
    validLen: settings.validLen.value,
    causal: isCausal(settings),
    forbidden: settings.forbidden.value,
    heads: Number(settings.heads.value),
    seed: settings.seed.value,
  };
}

/** A matrix (n, d), row after row; nothing for one that is the preset's. */
const matrix: Field<Rows | undefined> = {
  parse(text) {
    const all = numbers.parse(text);
    if (all?.length !== n * d) return undefined;
    return Array.from({ length: n }, (_, row) => all.slice(row * d, (row + 1) * d));
  },
  format: (value) => (value === undefined ? "" : numbers.format(value.flat())),
};
const numbers = list(decimal(...cellRange, 3), n * d);

/**
 * Reads what a reader typed into a cell: a number of the range, with a point or a comma, and a minus of any kind.
 * undefined for anything else.
 */
export function readCell(text: string): number | undefined {
  const plain = text.trim().replace(",", ".").replace(/^[−–]/, "-");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return value >= cellRange[0] && value <= cellRange[1] ? value : undefined;
}
