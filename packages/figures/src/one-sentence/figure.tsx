import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import type { BlockName } from "../transformer/places.ts";
import { Cells, Choice, type Rows, setTo, Table } from "../ui/index.ts";
import { restore, useNet } from "../ui/stored.ts";
import type en from "./en.json";
import { type Attention, type Followed, follow } from "./follow.ts";
import { articles, colors, englishOf, makeNet, nouns, type Phrase, sentenceOf, target } from "./net.ts";
import "./one-sentence.css";
import trained from "./trained.json" with { type: "json" };

export { sentenceOf } from "./net.ts";

/** One phrase on its way through a Transformer, with every matrix. */
export function Figure({ t, sentence = "the green house" }: FigureProps<typeof en>) {
  const first = useMemo(() => sentenceOf(sentence), []);
  const article = useSignal<Phrase["article"]>(first.article);
  const color = useSignal<Phrase["color"]>(first.color);
  const noun = useSignal<Phrase["noun"]>(first.noun);
  const step = useSignal(0);
  const net = useNet(() => restore(makeNet().eval(), trained));
  const english = englishOf({ article: article.value, color: color.value, noun: noun.value });
  const followed = useMemo(() => follow(net, english), [net, english.join(" ")]);
  const { read, written } = followed;
  const row = Math.min(step.value, read.length - 1);
  const strongest = strongestOf(followed.attentions["d1.cross"], row);
  const way = { t, followed, english, row };
  return (
    <figure class="fig-one-sentence" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="phrase flow">
        <Choice inline legend={t.article} value={article} names={articles} />
        <Choice inline legend={t.color} value={color} names={colors} />
        <Choice inline legend={t.noun} value={noun} names={nouns} />
      </div>
      <div class="written flow" role="group" aria-label={t.writes}>
        <span class="quiet">{t.writes}</span>
        {written.map((word, i) => (
          <button
            key={i}
            type="button"
            aria-pressed={i === row}
            aria-label={fill(t.follow, { word })}
            onClick={setTo(step, i)}
          >
            {word}
          </button>
        ))}
      </div>
      <p class="looks" role="status">
        {fill(t.looks, {
          read: read[row]!,
          word: written[row]!,
          head: strongest.head,
          key: english[strongest.key]!,
          weight: strongest.weight.toFixed(2),
        })}
      </p>
      <div class="panels crossing">
        <ol class="bare">{crossing(way)}</ol>
        <ol class="bare">{next(way)}</ol>
      </div>
      <div class="panels">
        <details class="side" aria-label={t.encoder}>
          <summary>{fill(t.all, { side: t.encoder })}</summary>
          <ol class="bare">{encoder(way)}</ol>
        </details>
        <details class="side" aria-label={t.decoder}>
          <summary>{fill(t.all, { side: t.decoder })}</summary>
          <ol class="bare">{decoder(way)}</ol>
        </details>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

interface Way {
  readonly t: typeof en;
  readonly followed: Followed;
  readonly english: readonly string[];
  /** The word that is followed. */
  readonly row: number;
}

/** Draws the matrix of a block, a row for each word. */
function blockOf({ t, followed }: Way, words: readonly string[], chosen?: number) {
  return (title: string, text: string, name: BlockName) => {
    const rows = followed.blocks[name];
    const label = fill(t.matrix, { title, rows: rows.length, columns: rows[0]?.length ?? 0 });
    return stage(title, text, vectors(label, words, { "": rows }, chosen));
  };
}

function encoder(way: Way) {
  const { t, followed, english } = way;
  const { q, k, v, weights } = followed.attentions["e1.self"];
  const one = blockOf(way, english);
  return (
    <>
      {one(t.embedding, t.embeddingText, "src.embedding")}
      {one(t.positions, t.positionsText, "src.positions")}
      {sublayer(
        t,
        <>
          {stage(t.qkv, t.qkvText, vectors(t.qkv, english, { Q: q, K: k, V: v }))}
          {stage(t.weights, t.weightsText, heads(t, weights, english, english))}
          {one(t.output, t.outputText, "e1.self")}
        </>,
      )}
      {one(t.addNorm, t.addNormText, "e1.norm1")}
      {sublayer(t, one(t.ff, t.ffText, "e1.ff"))}
      {one(t.memory, "", "e1.norm2")}
    </>
  );
}

function decoder(way: Way) {
  const { t, followed, english, row } = way;
  const { read, attentions } = followed;
  const { q, k, v } = attentions["d1.cross"];
  const one = blockOf(way, read, row);
  const masked = heads(t, attentions["d1.self"].weights, read, read, row, true);
  return (
    <>
      {one(t.embedding, t.embeddingText, "tgt.embedding")}
      {one(t.positions, t.positionsText, "tgt.positions")}
      {sublayer(t, stage(t.maskedWeights, t.maskedText, masked))}
      {one(t.addNorm, "", "d1.norm1")}
      {sublayer(
        t,
        <>
          {stage(
            t.qkv,
            t.crossText,
            <>
              {vectors(t.qkv, read, { Q: q }, row)}
              {vectors(t.qkv, english, { K: k, V: v })}
            </>,
          )}
          {crossing(way)}
          {one(t.output, "", "d1.cross")}
        </>,
      )}
      {one(t.addNorm, "", "d1.norm2")}
      {sublayer(t, one(t.ff, "", "d1.ff"))}
      {one(t.addNorm, "", "d1.norm3")}
      {next(way)}
    </>
  );
}

/** Where the word that is followed looks in the English phrase. */
const crossing = ({ t, followed: { attentions, read }, english, row }: Way) =>
  stage(t.crossWeights, "", heads(t, attentions["d1.cross"].weights, read, english, row));

/** The likeliest words after it. */
function next({ t, followed, row }: Way) {
  const best = Array.from(followed.chances[row]!, (share, id) => ({ share: share ?? 0, id }))
    .sort((a, b) => b.share - a.share)
    .slice(0, 3);
  return stage(
    t.next,
    t.nextText,
    <ul class="chances bare">
      {best.map(({ share, id }) => (
        <li key={id} class="number shaded" style={{ "--weight": share }}>
          {target[id]} {(100 * share).toFixed(1)} %
        </li>
      ))}
    </ul>,
  );
}

/** One step of the computation: what it is called, what is done, and the matrices that come out. */
const stage = (title: string, text: string, drawn: ComponentChild) => (
  <li class="stage">
    <p class="stage-name">
      <strong>{title}</strong> <span class="quiet">{text}</span>
    </p>
    {drawn}
  </li>
);

/** Steps that the residual path goes around. */
const sublayer = (t: typeof en, stages: ComponentChild) => (
  <li class="sublayer">
    <span class="residual" aria-hidden="true">
      {t.residual}
    </span>
    <ol class="bare">{stages}</ol>
  </li>
);

/** Matrices by name, side by side, with a vector for each word. */
function vectors(
  label: string,
  words: readonly string[],
  matrices: Readonly<Record<string, Rows>>,
  chosen?: number,
) {
  return (
    <div class="vectors" style={{ "--rows": words.length }}>
      <ul class="row-names bare" aria-hidden="true">
        {words.map((word, i) => (
          <li key={i} class={i === chosen ? "chosen" : ""}>
            {word}
          </li>
        ))}
      </ul>
      {Object.entries(matrices).map(([name, rows]) => (
        <div key={name} class="vector">
          <Cells
            rows={rows}
            largest={Math.max(1e-6, ...rows.flatMap((row) => Array.from(row, (x) => Math.abs(x ?? 0))))}
            gap={0.06}
            chosen={chosen}
            label={name === "" ? label : `${label}: ${name}`}
            titleOf={(value) => value.toFixed(2)}
          />
          {name !== "" && <span class="vector-name">{name}</span>}
        </div>
      ))}
    </div>
  );
}

/** The weights of each head, with their numbers. */
function heads(
  t: typeof en,
  weights: readonly Rows[],
  queries: readonly string[],
  keys: readonly string[],
  chosen?: number,
  isCausal = false,
) {
  return (
    <div class="heads">
      {weights.map((rows, head) => (
        <Table
          key={head}
          class="weights number"
          caption={fill(t.head, { head })}
          columns={keys.map((key) => <span>{key}</span>)}
          rows={queries}
          rowProps={(i) => ({ class: i === chosen ? "chosen" : chosen === undefined ? "" : "other" })}
          cells={(i) =>
            Array.from(rows[i]!, (weight, j) => (
              <td key={j} style={{ "--weight": weight ?? 0 }}>
                {isCausal && j > i ? "" : (weight ?? 0).toFixed(2).replace(/^0/, "")}
              </td>
            ))
          }
        />
      ))}
    </div>
  );
}

/** The largest weight of a query, over the heads. */
function strongestOf({ weights }: Attention, row: number) {
  const all = weights.flatMap((rows, head) =>
    Array.from(rows[row]!, (weight, key) => ({ head, key, weight: weight ?? 0 })),
  );
  return all.reduce((best, one) => (one.weight > best.weight ? one : best));
}
