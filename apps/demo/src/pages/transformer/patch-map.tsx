import { fill } from "@saccade/figures/messages";
import { Table, useNarrow, useRoving } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { PatchMap } from "./calls.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { plain } from "./numbers.ts";
import { isSamePatch, sideOf } from "./patches.ts";
import { english } from "./verdict.ts";

/** A heatmap of places and positions: the effect of the other sentence's vector on the pronoun. A click patches it. */
export function PatchMapView({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const map = model.patches.value;
  const buttons = useRoving("button");
  const isNarrow = useNarrow();
  const { pronoun } = look;
  const { patch } = model.settings;
  const rows = map?.rows ?? [];
  const sides = (["source", "target"] as const).map((side) => ({
    side,
    words: side === "source" ? look.source : ["<bos>", ...look.untouched.slice(0, pronoun?.place ?? 0)],
    rows: rows.filter(({ site }) => sideOf(site) === side),
  }));
  if (pronoun === null) return <p>{t.break.nothingToFlip}</p>;
  const largest = Math.max(1, pronoun.untouched.lead);
  const cell = ({ site, leads }: PatchMap["rows"][number], position: number, word = ""): JSX.Element => {
    const lead = leads[position]!;
    const isOn = isSamePatch(patch.value, { site, position });
    const label = fill(t.patching.cell, { site: t.patching.sites[site], word, lead: plain(lead) });
    return (
      <td key={`${site} ${position}`}>
        <button
          type="button"
          class={`patch-cell ${lead < 0 ? "theirs" : "ours"}`}
          style={{ "--strength": Math.min(1, Math.abs(lead) / largest) }}
          aria-pressed={isOn}
          aria-label={label}
          title={label}
          onClick={() => {
            patch.value = isOn ? null : { site, position };
          }}
        />
      </td>
    );
  };
  return (
    <section class="patch-map">
      <h2>{fill(t.patching.title, { own: pronoun.own })}</h2>
      <p>{fill(t.patching.text, { other: english(look.other), own: pronoun.own })}</p>
      {rows.length === 0 && <p class="quiet">{t.waiting}</p>}
      <div class="patch-sides" ref={buttons}>
        {sides.map(
          ({ side, words: given, rows: own }) =>
            own.length > 0 && (
              <div key={side} class={side} role="group" aria-label={t.patching.sides[side]}>
                <Table
                  corner={t.patching.sides[side]}
                  columns={isNarrow ? own.map(({ site }) => t.patching.sites[site]) : given}
                  rows={isNarrow ? given : own.map(({ site }) => t.patching.sites[site])}
                  cells={(i) =>
                    isNarrow
                      ? own.map((row) => cell(row, i, given[i]))
                      : own[i]!.leads.map((_, position) => cell(own[i]!, position, given[position]))
                  }
                />
              </div>
            ),
        )}
      </div>
      <p class="quiet">{fill(t.patching.key, { own: pronoun.own, other: pronoun.other })}</p>
    </section>
  );
}
