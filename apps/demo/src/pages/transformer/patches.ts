import type { Field } from "../../app/address.ts";

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
