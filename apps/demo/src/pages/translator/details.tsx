import { AlignmentMap } from "@saccade/figures/alignment";
import { fill, percent } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Button } from "../../ui/parts.tsx";
import { MessageLine, words } from "./messages/index.tsx";
import type { TranslatorModel } from "./model.ts";

interface Props {
  readonly model: TranslatorModel;
}

/** The weights as numbers, and the choice of each word. */
export function Details({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { reading } = model;
  const { source, tokens, weights } = reading.translation.value;
  return (
    <section class="details">
      <h2>{t.detailsTitle}</h2>
      <div class="aligned flow">
        <figure class="alignment">
          <AlignmentMap
            source={source.map(({ text }) => text)}
            target={tokens}
            weights={weights}
            at={reading.place.value}
            onChoose={(place) => reading.choose(place)}
            label={t.alignmentLabel}
            languages={["en", "fr"]}
            numbered
          />
          <figcaption>{t.alignmentCaption}</figcaption>
        </figure>
        <Decoding model={model} />
      </div>
    </section>
  );
}

/** One place of the translation: the alternative words, and the way to choose one. */
function Decoding({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { reading } = model;
  const { tokens, candidates } = reading.translation.value;
  const chosen = reading.place.value;
  return (
    <div class="decoding">
      <h2>{t.decodingTitle}</h2>
      <p class="number place">
        {fill(t.place, { at: Math.min(chosen + 1, tokens.length), of: tokens.length })}
      </p>
      <p class="quiet">{t.candidatesText}</p>
      <ul class="candidates chips bare">
        {(candidates[chosen] ?? []).map(({ token, probability }) => (
          <li key={token}>
            <button
              type="button"
              aria-pressed={token === tokens[chosen]}
              onClick={() => reading.sayInstead(chosen, token)}
            >
              <span lang="fr">{token}</span>
              <span class="bar" style={{ "--share": probability }} />
              <span class="number"> {percent(probability)}</span>
              <span class="unseen"> {t.sayInstead}</span>
            </button>
          </li>
        ))}
      </ul>
      {reading.prefix.value.length > 0 && <Button text={t.ownWords} onClick={() => reading.ownWords()} />}
    </div>
  );
}

/** The reader's own pairs and checkpoints, in and out. */
export function OwnFiles({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { name, pairs, sourceWords, targetWords, credit } = model.training.facts.value;
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const open = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file !== undefined) void model.open(file);
  };
  return (
    <details
      class="own-files"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onDragOver={() => setOpen(true)}
    >
      <summary>{t.filesTitle}</summary>
      <p>{t.filesText}</p>
      <div
        class="drop"
        role="group"
        aria-label={t.filesTitle}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          open(event.dataTransfer?.files);
        }}
      >
        <div class="buttons">
          <Button text={t.open} onClick={() => input.current?.click()} />
          <input
            ref={input}
            type="file"
            accept=".txt,.tsv,text/plain,text/tab-separated-values,.safetensors"
            aria-label={t.open}
            tabIndex={-1}
            class="unseen"
            onChange={(event) => {
              open(event.currentTarget.files);
              event.currentTarget.value = ""; // the same file may be opened again
            }}
          />
          <Button text={t.download} onClick={() => model.downloadCheckpoint()} />
          {!model.training.shipped.value && (
            <Button text={t.embedded} onClick={() => model.backToShipped()} />
          )}
        </div>
        <MessageLine model={model} place="files" />
        <p class="quiet">
          {fill(t.now, {
            name: name === "" ? t.corpus : name,
            pairs,
            source: sourceWords,
            target: targetWords,
          })}{" "}
          {t.dropHint}
        </p>
        {credit !== undefined && <p class="quiet credit">{fill(t.credit, { credit })}</p>}
      </div>
    </details>
  );
}
