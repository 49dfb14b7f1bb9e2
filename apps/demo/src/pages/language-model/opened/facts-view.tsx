import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { Open } from "./opened.ts";
import { openedWords, sizeText } from "./words.ts";

/** Facts about the opened model. */
export function FactsView({ open: { facts, files } }: { readonly open: Open }): JSX.Element {
  const t = useWords(openedWords);
  const { modelType, bytes, coder, masked, ignored, layers, heads, maxLen, readLen } = facts;
  const notes = [
    t.coder[coder],
    masked?.head === false ? t.tied : "",
    readLen < maxLen ? t.readLen(readLen, layers * heads) : "",
  ].filter((note) => note !== "");
  return (
    <div class="facts">
      <p title={files.join(", ")}>
        <strong>{t.shape[modelType]}</strong>
      </p>
      <p class="quiet number">
        {t.facts(t.sizes(facts), sizeText(bytes))}{" "}
        {ignored.length > 0 && <span title={ignored.join(", ")}>{t.ignored(ignored)}</span>}
      </p>
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </div>
  );
}
