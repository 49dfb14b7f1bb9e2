import { useComputed, useSignal } from "@preact/signals";
import { attendSmall } from "../attention/attend.ts";
import {
  type Attended,
  AttentionDrawing,
  at,
  expression,
  isAllowed,
  type Looked,
  Player,
  type Product,
  ProductChoice,
  pairsOf,
  panOf,
  type Rows,
  range,
  sayingOf,
  sceneOf,
  showing,
  timelineOf,
  useMotion,
} from "../attention/index.ts";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { brief, Caption, Choice, setBy, short, useReducedMotion, useTween, useWidth } from "../ui/index.ts";
import { type Kind, keys, kinds, type MaskName, maskNames, masks, queries, values } from "./numbers.ts";
import "./scores-and-masks.css";
import type en from "./en.json";

const count = queries.length;
const names = {
  queries: ["q₁", "q₂", "q₃", "q₄"],
  keys: ["k₁", "k₂", "k₃", "k₄"],
  features: [],
  meanings: [],
};

/** Scores, masks, weights and outputs of four queries and four keys. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const kind = useSignal<Kind>("dot");
  const mask = useSignal<MaskName>("lengths");
  const own = useSignal<readonly number[]>([]); // the cells that the reader's own mask closes
  const looked = useSignal<Looked | undefined>(undefined);
  const chosen = useSignal<Looked>({ kind: "score", row: 0, key: 1 }); // the last that was looked at
  const product = useSignal<Product>("scores");
  const { row, key } = chosen.value;

  const computed = useComputed(() =>
    attendSmall({
      ...{ q: queries, k: keys, v: values, score: kind.value },
      ...masks[mask.value],
      forbidden: mask.value === "own" ? own.value : [],
    }),
  );
  const timeline = useComputed(() => {
    const isMasked = computed.value.allowed[chosen.value.row]?.includes(false) ?? false;
    return timelineOf({ count, scale: kind.value === "scaled", mask: isMasked });
  });
  const motion = useMotion(timeline);
  const still = useReducedMotion();
  const isPlaying = motion.playing.value;
  const moment = timeline.value.at(motion.time.value, still);
  const attended = useGlided(computed.value, row);
  const { ref, width } = useWidth<SVGSVGElement>(600);
  const state = sceneOf(
    {
      ...{ attended, score: kind.value, row, moment, names, lang },
      looked: moment.finished ? chosen.value : isPlaying ? undefined : looked.value,
    },
    Math.max(width, 240),
  );

  const closed = range(count * count).filter(
    (cell) => !isAllowed(state, Math.floor(cell / count), cell % count),
  );
  const take = (name: MaskName, cells: readonly number[]): void => {
    own.value = cells;
    mask.value = name;
  };
  const toggle = (cell: number): void =>
    take("own", closed.includes(cell) ? closed.filter((other) => other !== cell) : [...closed, cell]);
  const [query, word] = [names.queries[row] ?? "", names.keys[key] ?? ""];
  const { head } = state;
  const show = (numbers: readonly number[] | undefined): string =>
    (numbers ?? []).map((number) => short(number, 2)).join(", ");
  const isEmpty = range(count).every((j) => !isAllowed(state, row, j));
  const says = !moment.finished
    ? sayingOf(state)
    : isEmpty
      ? fill(state.t.resultNone, { query })
      : fill(t.row, {
          query,
          weights: show(computed.value.heads[0]?.weights[row]),
          output: show(computed.value.output[row]),
        });
  return (
    <figure class="motion fig-scores-and-masks" data-done={isPlaying ? undefined : "true"}>
      <p class="headline">{t.headline}</p>
      <div class="settings">
        <Choice legend={t.kind} value={kind} names={kinds} labels={t.kinds} />
        <Choice
          legend={t.mask}
          value={setBy(mask, (name) => take(name, closed))}
          names={maskNames}
          labels={t.masks}
        />
      </div>
      <ProductChoice state={state} product={product} />
      <AttentionDrawing
        svg={ref}
        state={state}
        looked={showing(
          setBy(looked, (cell) => {
            looked.value = cell;
            chosen.value = cell ?? chosen.value;
          }),
          product,
        )}
        isPlaying={isPlaying}
        pan={panOf(state, product.value)}
        forbidden={closed}
        toggle={toggle}
      />
      <p class="sum number">
        {query}, {word}: {expression(kind.value, pairsOf(state, row, key), 1)} ={" "}
        {brief(at(head.scores, row, key))}
      </p>
      <p class="quiet" aria-live={isPlaying ? "off" : "polite"}>
        {says}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => toggle(row * count + key)}>
          {fill(t.toggle, { query, key: word, allowed: isAllowed(state, row, key) })}
        </button>
      </div>
      <Player motion={motion} lang={lang} />
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

/** The same attention with a row whose weights and output glide to new ones. */
function useGlided(attended: Attended, row: number): Attended {
  const head = attended.heads[0]!;
  const weights = head.weights[row] ?? [];
  const now = useTween(weights);
  if (now === weights) return attended;
  const output = range(values[0]!.length).map((c) =>
    now.reduce((sum, weight, j) => sum + weight * at(values, j, c), 0),
  );
  const put = (matrix: Rows, changed: readonly number[]): Rows =>
    matrix.map((old, i) => (i === row ? changed : old));
  return {
    ...attended,
    heads: [{ ...head, weights: put(head.weights, now) }],
    output: put(attended.output, output),
  };
}
