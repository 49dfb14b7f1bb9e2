import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { Choice, type Rows } from "../ui/index.ts";
import { restore } from "../ui/stored.ts";
import { type Attention, type Followed, follow } from "./follow.ts";
import { Stage, Vectors, Weights } from "./matrices.tsx";
import { articles, colors, englishOf, makeNet, nouns, type Phrase, target } from "./net.ts";
import "./one-sentence.css";
import en from "./en.json" with { type: "json" };
import trained from "./trained.json" with { type: "json" };

const words = dictionary(en, () => import("./zh.json"));

/** English words are the same in both languages. */
function same<T extends string>(names: readonly T[]): Readonly<Record<T, string>> {
  const labels: Partial<Record<T, string>> = {};
  for (const name of names) labels[name] = name;
  return labels as Record<T, string>;
}

/** One phrase on its way through a Transformer, with every matrix. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const article = useSignal<Phrase["article"]>("the");
  const color = useSignal<Phrase["color"]>("green");
  const noun = useSignal<Phrase["noun"]>("house");
  const step = useSignal(0);
  const net = useMemo(() => {
    const net = makeNet().eval();
    restore(net, trained);
    return net;
  }, []);
  const english = englishOf({ article: article.value, color: color.value, noun: noun.value });
  const followed = useMemo(() => follow(net, english), [net, english.join(" ")]);
  const { read, written } = followed;
  const row = Math.min(step.value, read.length - 1);
  const strongest = strongestOf(followed.decoder.cross, row);
  return (
    <figure class="fig-one-sentence" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="phrase flow">
        <Choice inline legend={t.article} value={article} names={articles} labels={same(articles)} />
        <Choice inline legend={t.color} value={color} names={colors} labels={same(colors)} />
        <Choice inline legend={t.noun} value={noun} names={nouns} labels={same(nouns)} />
      </div>
      <div class="written flow" role="group" aria-label={t.writes}>
        <span class="quiet">{t.writes}</span>
        {written.map((word, i) => (
          <button
            key={i}
            type="button"
            aria-pressed={i === row}
            aria-label={fill(t.follow, { word })}
            onClick={() => {
              step.value = i;
            }}
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
        <ol class="bare">
          <Crossing {...{ t, followed, english, row }} />
        </ol>
        <ol class="bare">
          <Next {...{ t, followed, row }} />
        </ol>
      </div>
      <div class="panels">
        <Encoder t={t} followed={followed} english={english} />
        <Decoder t={t} followed={followed} english={english} row={row} />
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

type Words = (typeof words)["en"];

interface SideProps {
  readonly t: Words;
  readonly followed: Followed;
  readonly english: readonly string[];
}

function Encoder({ t, followed: { encoder }, english }: SideProps): JSX.Element {
  const one = (title: string, text: string, rows: Rows): JSX.Element =>
    vectors(t, title, text, english, rows, undefined);
  return (
    <details class="side" aria-label={t.encoder}>
      <summary>{fill(t.all, { side: t.encoder })}</summary>
      <ol class="bare">
        {one(t.embedding, t.embeddingText, encoder.embedding)}
        {one(t.positions, t.positionsText, encoder.positions)}
        <Sublayer t={t}>
          <Projected t={t} text={t.qkvText} attention={encoder.self} queries={english} keys={null} />
          <Stage title={t.weights} text={t.weightsText}>
            <Heads t={t} attention={encoder.self} queries={english} keys={english} />
          </Stage>
          {one(t.output, t.outputText, encoder.self.output)}
        </Sublayer>
        {one(t.addNorm, t.addNormText, encoder.norm1)}
        <Sublayer t={t}>{one(t.ff, t.ffText, encoder.ff)}</Sublayer>
        {one(t.memory, "", encoder.norm2)}
      </ol>
    </details>
  );
}

interface DecoderProps extends SideProps {
  readonly row: number;
}

function Decoder({ t, followed, english, row }: DecoderProps): JSX.Element {
  const { decoder, read } = followed;
  const one = (title: string, text: string, rows: Rows): JSX.Element =>
    vectors(t, title, text, read, rows, row);
  return (
    <details class="side" aria-label={t.decoder}>
      <summary>{fill(t.all, { side: t.decoder })}</summary>
      <ol class="bare">
        {one(t.embedding, t.embeddingText, decoder.embedding)}
        {one(t.positions, t.positionsText, decoder.positions)}
        <Sublayer t={t}>
          <Stage title={t.maskedWeights} text={t.maskedText}>
            <Heads t={t} attention={decoder.self} queries={read} keys={read} row={row} isCausal />
          </Stage>
        </Sublayer>
        {one(t.addNorm, "", decoder.norm1)}
        <Sublayer t={t}>
          <Projected
            t={t}
            text={t.crossText}
            attention={decoder.cross}
            queries={read}
            keys={english}
            row={row}
          />
          <Crossing {...{ t, followed, english, row }} />
          {one(t.output, "", decoder.cross.output)}
        </Sublayer>
        {one(t.addNorm, "", decoder.norm2)}
        <Sublayer t={t}>{one(t.ff, "", decoder.ff)}</Sublayer>
        {one(t.addNorm, "", decoder.norm3)}
        <Next {...{ t, followed, row }} />
      </ol>
    </details>
  );
}

/** Where the word that is followed looks in the English phrase. */
function Crossing({ t, followed: { decoder, read }, english, row }: DecoderProps): JSX.Element {
  return (
    <Stage title={t.crossWeights} text="">
      <Heads t={t} attention={decoder.cross} queries={read} keys={english} row={row} />
    </Stage>
  );
}

function Next({ t, followed, row }: Omit<DecoderProps, "english">): JSX.Element {
  return (
    <Stage title={t.next} text={t.nextText}>
      <Chances chances={Array.from(followed.chances[row]!, (share) => share ?? 0)} />
    </Stage>
  );
}

function vectors(
  t: Words,
  title: string,
  text: string,
  names: readonly string[],
  rows: Rows,
  chosen: number | undefined,
): JSX.Element {
  const label = fill(t.matrix, { title, rows: rows.length, columns: rows[0]?.length ?? 0 });
  return (
    <Stage title={title} text={text}>
      <Vectors label={label} words={names} matrices={[["", rows]]} chosen={chosen} />
    </Stage>
  );
}

/** Steps that the residual path goes around. */
function Sublayer({ t, children }: { readonly t: Words; readonly children: ComponentChildren }): JSX.Element {
  return (
    <li class="sublayer">
      <span class="residual" aria-hidden="true">
        {t.residual}
      </span>
      <ol class="bare">{children}</ol>
    </li>
  );
}

interface AttentionProps {
  readonly t: Words;
  readonly attention: Attention;
  readonly queries: readonly string[];
  readonly row?: number;
}

interface ProjectedProps extends AttentionProps {
  readonly text: string;
  /** The words of keys and values, where they are not those of the queries. */
  readonly keys: readonly string[] | null;
}

function Projected({ t, text, attention, queries, keys, row }: ProjectedProps): JSX.Element {
  const { q, k, v } = attention;
  return (
    <Stage title={t.qkv} text={text}>
      {keys === null ? (
        <Vectors
          label={t.qkv}
          words={queries}
          matrices={[
            ["Q", q],
            ["K", k],
            ["V", v],
          ]}
          chosen={row}
        />
      ) : (
        <>
          <Vectors label={t.qkv} words={queries} matrices={[["Q", q]]} chosen={row} />
          <Vectors
            label={t.qkv}
            words={keys}
            matrices={[
              ["K", k],
              ["V", v],
            ]}
            chosen={undefined}
          />
        </>
      )}
    </Stage>
  );
}

interface HeadsProps extends AttentionProps {
  readonly keys: readonly string[];
  readonly isCausal?: boolean;
}

function Heads({ t, attention, queries, keys, row, isCausal = false }: HeadsProps): JSX.Element {
  return (
    <div class="heads">
      {attention.weights.map((rows, head) => (
        <Weights
          key={head}
          name={fill(t.head, { head })}
          queries={queries}
          keys={keys}
          rows={rows}
          chosen={row}
          isCausal={isCausal}
        />
      ))}
    </div>
  );
}

const shownWords = 3;

function Chances({ chances }: { readonly chances: readonly number[] }): JSX.Element {
  const best = chances
    .map((share, id) => ({ share, id }))
    .sort((a, b) => b.share - a.share)
    .slice(0, shownWords);
  return (
    <ul class="chances bare">
      {best.map(({ share, id }) => (
        <li key={id} class="number shaded" style={{ "--weight": share }}>
          {target[id]} {(100 * share).toFixed(1)} %
        </li>
      ))}
    </ul>
  );
}

/** The largest weight of a query, over the heads. */
function strongestOf({ weights }: Attention, row: number) {
  const all = weights.flatMap((rows, head) =>
    Array.from(rows[row]!, (weight, key) => ({ head, key, weight: weight ?? 0 })),
  );
  return all.reduce((best, one) => (one.weight > best.weight ? one : best));
}
