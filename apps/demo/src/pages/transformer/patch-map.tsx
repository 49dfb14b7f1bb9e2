import { fill } from "@saccade/figures/messages";
import { useRoving } from "@saccade/figures/ui";
import { Fragment, type JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { plain } from "./numbers.ts";
import { isSamePatch, type Patch, sideOf } from "./patches.ts";
import { english } from "./verdict.ts";

/** A heatmap of places and positions: the effect of the other sentence's vector on the pronoun. A click patches it. */
export function PatchMapView({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const map = model.patches.value;
  const cells = useRoving("button");
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
  return (
    <section class="patch-map">
      <h2>{fill(t.patching.title, { own: pronoun.own })}</h2>
      <p>{fill(t.patching.text, { other: english(look.other), own: pronoun.own })}</p>
      {rows.length === 0 && <p class="quiet">{t.waiting}</p>}
      <div class="patch-sides" ref={cells}>
        {sides.map(
          ({ side, words: given, rows: own }) =>
            own.length > 0 && (
              <div key={side} class={`patch-grid ${side}`} role="group" aria-label={t.patching.sides[side]}>
                <span class="patch-side">{t.patching.sides[side]}</span>
                {given.map((word, i) => (
                  <span key={i} class="patch-word" style={{ "--at": i + 2 }}>
                    {word}
                  </span>
                ))}
                {own.map(({ site, leads }, row) => (
                  <Fragment key={site}>
                    <span class="patch-site" style={{ "--site": row + 2 }}>
                      {t.patching.sites[site]}
                    </span>
                    {leads.map((lead, position) => (
                      <Cell
                        key={position}
                        spot={[row + 2, position + 2]}
                        lead={lead}
                        largest={largest}
                        isOn={isSamePatch(patch.value, { site, position })}
                        label={fill(t.patching.cell, {
                          site: t.patching.sites[site],
                          word: given[position] ?? "",
                          lead: plain(lead),
                        })}
                        onClick={() => toggle(model, { site, position })}
                      />
                    ))}
                  </Fragment>
                ))}
              </div>
            ),
        )}
      </div>
      <p class="quiet">{fill(t.patching.key, { own: pronoun.own, other: pronoun.other })}</p>
    </section>
  );
}

function toggle({ settings }: TransformerModel, place: Patch): void {
  settings.patch.value = isSamePatch(settings.patch.value, place) ? null : place;
}

interface CellProps {
  /** Its lines in the grid, of the site and of the word. */
  readonly spot: readonly [site: number, at: number];
  readonly lead: number;
  readonly largest: number;
  readonly isOn: boolean;
  readonly label: string;
  readonly onClick: () => void;
}

function Cell({ spot: [site, at], lead, largest, isOn, label, onClick }: CellProps): JSX.Element {
  const strength = Math.min(1, Math.abs(lead) / largest);
  return (
    <button
      type="button"
      class={`patch-cell ${lead < 0 ? "theirs" : "ours"}`}
      style={{ "--site": site, "--at": at, "--strength": strength }}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onClick}
    />
  );
}
