import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { CacheView } from "../cache-view.tsx";
import { HeadsView } from "../heads-view.tsx";
import { LayersView } from "../layers-view.tsx";
import type { PartProps } from "../settings.ts";
import { Writing } from "../writing.tsx";
import { DropZone } from "./drop-zone.tsx";
import { MaskView } from "./mask-view.tsx";
import { openedWords, sizeText } from "./messages/index.ts";
import { type Open, Opened } from "./opened.ts";
import { RolesView } from "./roles-view.tsx";
import { TuningPanel } from "./tuning-panel.tsx";
import type { TuningRun } from "./tuning-run.ts";
import "./opened.css";

/** A checkpoint of the reader: opened, looked at, fine-tuned. */
export function OpenedStage({ kept, settings }: PartProps<Opened>): JSX.Element {
  kept.value ??= new Opened(settings);
  const opened = kept.value;
  const open = opened.model.value;
  return open === null ? <Invitation opened={opened} /> : <Model opened={opened} open={open} />;
}

function Invitation({ opened }: { readonly opened: Opened }): JSX.Element {
  const t = useWords(openedWords);
  return (
    <div class="invitation stage beside">
      <section>
        <h2>{t.open}</h2>
        <p>{t.openText}</p>
        <DropZone
          opened={opened}
          label={t.choose}
          title={
            <>
              <p>{t.needed}</p>
              <ul class="bare">
                {t.neededFiles.map(([file, what]) => (
                  <li key={file}>
                    <code>{file}</code>: {what}
                  </li>
                ))}
              </ul>
            </>
          }
        />
      </section>
      <section>
        <h2>{t.usesTitle}</h2>
        <ol class="bare">
          {t.uses.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Model({ opened, open }: { readonly opened: Opened; readonly open: Open }): JSX.Element {
  const t = useWords(openedWords);
  const { reader, masked, tuning, facts, roles } = open;
  return (
    <>
      <div class="stage beside opened" data-model={facts.modelType}>
        {reader !== null && <Writing reader={reader} />}
        {masked !== null && <MaskView reader={masked} />}
        <div>
          <DropZone
            opened={opened}
            label={t.another}
            title={<strong title={open.files.join(", ")}>{t.shape[facts.modelType]}</strong>}
          >
            <FactsView facts={facts} />
          </DropZone>
          <TuningPanel tuning={tuning} facts={facts} />
        </div>
      </div>
      <CompareView tuning={tuning} />
      {reader !== null && (
        <>
          <CacheView reader={reader} />
          <HeadsView heads={reader.heads} focus={null} hasCache />
          <LayersView layers={reader.layers} />
        </>
      )}
      {masked !== null && (
        // The row of the masked token: its guess is made from the tokens that it attends to.
        <HeadsView heads={masked.heads} focus={masked.reading.value?.position ?? null} hasCache={false} />
      )}
      {masked !== null && <LayersView layers={masked.layers} inPlace />}
      <RolesView roles={roles} />
    </>
  );
}

/** Facts about the opened model. */
function FactsView({ facts }: Pick<Open, "facts">): JSX.Element {
  const t = useWords(openedWords);
  const { bytes, coder, masked, ignored, readLen, parameters, layers, heads, kvHeads, maxLen, vocabSize } =
    facts;
  const sizes = { parameters, layers, heads, kvHeads, maxLen, vocabSize };
  const notes = [
    t.coder[coder],
    masked?.head === false ? t.tied : "",
    readLen < maxLen ? fill(t.readLen, { tokens: readLen, heads: layers * heads }) : "",
  ].filter((note) => note !== "");
  return (
    <div class="facts">
      <p class="quiet number">
        {fill(t.facts, {
          sizes: fill(t.sizes, { ...sizes, fewer: sizes.kvHeads < sizes.heads }),
          memory: sizeText(bytes),
        })}{" "}
        {ignored.length > 0 && (
          <span title={ignored.join(", ")}>{fill(t.ignored, { count: ignored.length })}</span>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </div>
  );
}

/** The model's text or guesses, without the adapter and with it. */
function CompareView({ tuning }: { readonly tuning: TuningRun }): JSX.Element | null {
  const t = useWords(openedWords);
  const comparison = tuning.comparison.value;
  if (comparison === null) return null;
  const { prompt, before, after, lossBefore, lossAfter } = comparison;
  const sides = [
    { name: "before", title: t.before, text: before, loss: lossBefore },
    { name: "after", title: t.after, text: after, loss: lossAfter },
  ] as const;
  return (
    <section class="comparison">
      <h2>{t.compareTitle}</h2>
      <p>{t.compareText}</p>
      <div class="panels">
        {sides.map(({ name, title, text, loss }) => (
          <figure key={name} class={name}>
            <h3>{title}</h3>
            <p class="written">
              <span class="prompt">{prompt}</span>
              {tuning.writes ? "" : "\n"}
              <span class="new">{text}</span>
            </p>
            <figcaption class="number">
              {loss !== null && fill(t.linesLoss, { loss: loss.toFixed(3) })}
            </figcaption>
          </figure>
        ))}
      </div>
      <div class="buttons">
        <button type="button" disabled={tuning.status.value === "running"} onClick={() => tuning.compare()}>
          {t.compare}
        </button>
      </div>
    </section>
  );
}
