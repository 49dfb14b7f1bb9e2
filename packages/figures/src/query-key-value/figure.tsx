import { signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import {
  AttentionDrawing,
  at,
  type Looked,
  Player,
  type Product,
  ProductChoice,
  pairsOf,
  panOf,
  type SceneState,
  sayingOf,
  sceneOf,
  showing,
  sumOf,
  timelineOf,
  undivided,
  useMotion,
} from "../attention/index.ts";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, short, Table, useReducedMotion, useWidth } from "../ui/index.ts";
import type en from "./en.json";
import "./query-key-value.css";
import { attendToSentence, features, projections } from "./sentence.ts";

const queryNames = ["0", "1", "2", "3", "4"] as const;
type QueryName = (typeof queryNames)[number];
const timeline = signal(timelineOf({ count: queryNames.length, scale: true, mask: false }));

/** A sentence attends to itself, one query at a time. It starts with the result of one query. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const attended = useMemo(attendToSentence, []);
  const motion = useMotion(timeline);
  const still = useReducedMotion();
  const query = useSignal<QueryName>("3"); // "its"
  const looked = useSignal<Looked | undefined>(undefined);
  const product = useSignal<Product>("values");
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const isPlaying = motion.playing.value;
  const state = sceneOf(
    {
      ...{ attended, score: "scaled", row: Number(query.value), lang },
      looked: isPlaying ? undefined : looked.value,
      moment: timeline.value.at(motion.time.value, still),
      names: { queries: t.sentence, keys: t.sentence, features: [], meanings: [] },
    },
    Math.max(width, 240),
  );
  return (
    <figure class="motion fig-query-key-value" data-done={isPlaying ? undefined : "true"}>
      <p class="headline">{t.headline}</p>
      <Choice
        inline
        legend={t.query}
        value={query}
        names={queryNames}
        labels={(_, i) => t.sentence[i] ?? ""}
      />
      <ProductChoice state={state} product={product} />
      <AttentionDrawing
        svg={ref}
        state={state}
        looked={showing(looked, product)}
        isPlaying={isPlaying}
        pan={panOf(state, product.value)}
      />
      <figcaption>
        <span aria-live={isPlaying ? "off" : "polite"}>{sayingOf(state)}</span>
        <span class="sums number">{state.moment.finished && sumsOf(state, t)}</span>
      </figcaption>
      <Player motion={motion} lang={lang} />
      <p class="quiet">{t.hint}</p>
      {/* Where Q, K and V come from. */}
      <details>
        <summary>{t.details}</summary>
        <p class="quiet">{t.made}</p>
        <div class="details flow">
          <Table
            caption="X"
            columns={t.features}
            rows={t.sentence}
            cells={(i) => features[i]?.map((x, c) => <td key={c}>{short(x, 0)}</td>)}
          />
          {(["query", "key", "value"] as const).map((one) => (
            <Table
              key={one}
              caption={t.projections[one]}
              rows={t.features}
              cells={(i) => projections[one][i]?.map((x, c) => <td key={c}>{short(x, 1)}</td>)}
            />
          ))}
        </div>
      </details>
    </figure>
  );
}

/** The computation of the chosen score or weight, in numbers. */
function sumsOf(state: SceneState, t: typeof en): string {
  const { attended, head, row, target, names, divisorText } = state;
  const weight = at(head.weights, row, target).toFixed(2);
  if (state.isLooking && state.kind === "weight") {
    const value = `(${(attended.v[target] ?? []).map((x) => short(x)).join(", ")})`;
    return fill(t.added, { value, weight, key: names.keys[target] ?? "", query: names.queries[row] ?? "" });
  }
  const pairs = pairsOf(state, row, target);
  const [sum, score] = [sumOf("scaled", pairs), at(head.scores, row, target)];
  return `q·k = ${undivided("scaled", pairs)} = ${short(sum, 2)},  ÷ ${divisorText} = ${short(score, 2)},  softmax → ${weight}`;
}
