import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { TransformerModel } from "./model.ts";
import { PositionsNote } from "./positions-note.tsx";
import { belows } from "./settings.ts";
import { Three } from "./three.tsx";
import { words } from "./words.ts";

/** Figures of the whole model beside its blocks, one at a time. */
export function Below({ model }: { readonly model: TransformerModel }): JSX.Element | null {
  const t = useWords(words);
  const { at, below } = model.settings;
  if (at.value !== "all") return null;
  return (
    <div class="below">
      <Choice legend={t.below} value={below} names={belows} labels={t.belows} />
      {below.value === "three" ? <Three model={model} /> : <PositionsNote model={model} />}
    </div>
  );
}
