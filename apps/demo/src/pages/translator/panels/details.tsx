import { AlignmentMap } from "@saccade/figures/alignment";
import { fill, percent } from "@saccade/figures/messages";
import { Table } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { words } from "../messages/index.ts";
import type { TranslatorModel } from "../model.ts";

interface Props {
  readonly model: TranslatorModel;
}

/** The weights as numbers, the choice of each word, and the numbers of each epoch. */
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
      <details>
        <summary>{t.epochsTable}</summary>
        <EpochsTable model={model} />
      </details>
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
      <div class="buttons">
        <button
          type="button"
          aria-label={t.previous}
          disabled={chosen <= 0}
          onClick={() => reading.choose(chosen - 1)}
        >
          ←
        </button>
        <span class="number place">
          {fill(t.place, { at: Math.min(chosen + 1, tokens.length), of: tokens.length })}
        </span>
        <button
          type="button"
          aria-label={t.next}
          disabled={chosen >= tokens.length - 1}
          onClick={() => reading.choose(chosen + 1)}
        >
          →
        </button>
      </div>
      <p class="quiet">{t.candidatesText}</p>
      <ul class="candidates bare">
        {(candidates[chosen] ?? []).map(({ token, probability }) => (
          <li key={token}>
            <button
              type="button"
              aria-pressed={token === tokens[chosen]}
              onClick={() => reading.sayInstead(chosen, token)}
            >
              <span lang="fr">{token}</span>
              <span class="bar" style={{ "--part": probability }} />
              <span class="number"> {percent(probability)}</span>
              <span class="unseen"> {t.sayInstead}</span>
            </button>
          </li>
        ))}
      </ul>
      {reading.prefix.value.length > 0 && (
        <button type="button" onClick={() => reading.ownWords()}>
          {t.ownWords}
        </button>
      )}
    </div>
  );
}

function EpochsTable({ model }: Props): JSX.Element {
  const t = useWords(words);
  const accuracies = model.film.accuracies.value;
  const losses = model.training.losses.value;
  return (
    <div class="scroll">
      <Table
        class="epochs-table"
        corner={t.epoch}
        columns={[t.loss, t.accuracy]}
        rows={losses.map((_, i) => i + 1)}
        cells={(i) => {
          const accuracy = accuracies.get(i + 1);
          return (
            <>
              <td>{losses[i]?.toPrecision(8)}</td>
              <td>{accuracy === undefined ? "–" : percent(accuracy)}</td>
            </>
          );
        }}
      />
    </div>
  );
}
