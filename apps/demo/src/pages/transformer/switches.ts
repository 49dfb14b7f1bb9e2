import { type AttentionName, attentions, isAttention } from "@saccade/figures/transformer-places";
import type { Field } from "../../app/fields.ts";

// The sizes of the models.
export const heads = 4;
export const width = 64;
export const headWidth: number = width / heads;

/** The state of a head that is not on: its z is 0, its weights are equal, or its z comes from another sentence. */
export const breakages = ["off", "even", "frozen"] as const;
export type Breakage = (typeof breakages)[number];
export type HeadState = "on" | Breakage;

/** A head that is not on; heads count from 0. */
export interface Switch {
  readonly attention: AttentionName;
  readonly head: number;
  readonly state: Breakage;
}

export type Switches = readonly Switch[];

/** Every head of the model, in the order of the computation. */
export const allHeads: readonly Omit<Switch, "state">[] = attentions.flatMap((attention) =>
  Array.from({ length: heads }, (_, head) => ({ attention, head })),
);

export function headIndex({ attention, head }: Omit<Switch, "state">): number {
  return attentions.indexOf(attention) * heads + head;
}

/** The state of a head. */
export function stateOf(switches: Switches, attention: AttentionName, head: number): HeadState {
  return switches.find((one) => one.attention === attention && one.head === head)?.state ?? "on";
}

/** Puts a head into a state, in the order of the heads. */
export function withState(
  switches: Switches,
  { attention, head }: Omit<Switch, "state">,
  state: HeadState,
): Switches {
  const others = switches.filter((one) => one.attention !== attention || one.head !== head);
  const next = state === "on" ? others : [...others, { attention, head, state }];
  return next.sort((a, b) => headIndex(a) - headIndex(b));
}

/** The next state of a head that is clicked: broken in the chosen way, or on again. */
export function clicked(
  switches: Switches,
  { attention, head }: Omit<Switch, "state">,
  breakage: Breakage,
): Switches {
  const now = stateOf(switches, attention, head);
  return withState(switches, { attention, head }, now === breakage ? "on" : breakage);
}

/** In the address: "d1.cross.3-off,d2.self.1-even", heads counted from 1, each once. */
export const switchField: Field<Switches> = {
  parse(text) {
    let switches: Switches = [];
    for (const part of text === "" ? [] : text.split(",")) {
      const [, attention = "", number, name] = /^(\w+\.\w+)\.(\d+)-(\w+)$/.exec(part) ?? [];
      const head = Number(number) - 1;
      const state = breakages.find((one) => one === name);
      if (!isAttention(attention) || !(head >= 0 && head < heads) || state === undefined) return undefined;
      if (stateOf(switches, attention, head) !== "on") return undefined;
      switches = withState(switches, { attention, head }, state);
    }
    return switches;
  },
  format: (switches) =>
    switches.map(({ attention, head, state }) => `${attention}.${head + 1}-${state}`).join(","),
};

/** The places whose vectors are patched: the encoder's input, and each layer's output. */
export const patchSites = ["src", "e1", "e2", "d1", "d2"] as const;
export type PatchSite = (typeof patchSites)[number];

/** One position of a place, counted from 0. */
export interface Patch {
  readonly site: PatchSite;
  readonly position: number;
}

/** Which sentence a place's positions count in. */
export function sideOf(site: PatchSite): "source" | "target" {
  return site.startsWith("d") ? "target" : "source";
}

export function isSamePatch(a: Patch | null, b: Patch | null): boolean {
  return a?.site === b?.site && a?.position === b?.position;
}

/** In the address: "e1.8", positions counted from 1; empty for none. */
export const patchField: Field<Patch | null> = {
  parse(text) {
    if (text === "") return null;
    const [, name, number] = /^(\w+)\.(\d+)$/.exec(text) ?? [];
    const site = patchSites.find((one) => one === name);
    const position = Number(number) - 1;
    return site !== undefined && position >= 0 ? { site, position } : undefined;
  },
  format: (patch) => (patch === null ? "" : `${patch.site}.${patch.position + 1}`),
};
