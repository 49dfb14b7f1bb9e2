import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { type DrawnBlock, type DrawnSide, Overview } from "../transformer/overview.tsx";
import { Caption, Cells, useRun } from "../ui/index.ts";
import { free } from "../ui/stored.ts";
import {
  blockNames,
  example,
  firstSeed,
  look,
  makeModel,
  type Shown,
  type ShownBlock,
  type State,
  totalSteps,
  train,
  trainedModel,
} from "./model.ts";
import "./transformer-blocks.css";
import type en from "./en.json";

/** A small Transformer as blocks: each shows its tensor. It opens trained, and trains anew. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const opened = useMemo(() => {
    const model = trainedModel();
    const state = look(model, totalSteps, null);
    free(model);
    return state;
  }, []);
  const seed = useRef(firstSeed + 1);
  const { now = opened, running, done, start } = useRun<State>();
  const chosen = useSignal<ShownBlock>("d1.cross");
  const shown = now.blocks[chosen.value];
  const choose = (place: string): void => {
    if (isShown(place)) chosen.value = place;
  };
  const drawn = (names: readonly ShownBlock[]): DrawnBlock[] =>
    names.map((place) => ({ place, name: t.blocks[place] }));
  const sides: DrawnSide[] = [
    {
      kind: "encoder",
      name: t.encoder,
      before: drawn(["src.positions"]),
      layers: [{ place: "e1", name: "", blocks: drawn(blockNames.slice(1, 5)) }],
      after: [],
    },
    {
      kind: "decoder",
      name: t.decoder,
      before: drawn(["tgt.positions"]),
      layers: [{ place: "d1", name: "", blocks: drawn(blockNames.slice(6, 12)) }],
      after: drawn(["out", "softmax"]),
    },
  ];
  return (
    <figure class="fig-transformer-blocks" data-done={done ? "true" : undefined}>
      <p class="headline">{t.headline}</p>
      <Overview
        sides={sides}
        memory={t.memory}
        weightsOf={(attention) => (isShown(attention) ? (now.blocks[attention].weights ?? []) : [])}
        chosen={chosen.value}
        labelOf={(_, head) => (head === 0 ? undefined : fill(t.head, { n: head - 1 }))}
        headName={(head) => fill(t.head, { n: head - 1 })}
        onOpen={choose}
        onPoint={choose}
      />
      <div class="panel">
        <p class="title">{t.blocks[chosen.value]}</p>
        <p>{t.says[chosen.value]}</p>
        <Details shown={shown} names={namesOf(chosen.value, now.answer)} t={t} />
      </div>
      <div class="buttons">
        <button
          type="button"
          data-run
          disabled={running}
          onClick={() => start(train(makeModel(seed.current++)))}
        >
          {running ? t.training : t.again}
        </button>
        <p class="number progress">
          {fill(t.progress, {
            step: now.step,
            loss: now.loss?.toFixed(3) ?? null,
            right: wholePercent(now.right),
          })}{" "}
          <strong>{fill(t.answer, { source: example.join(" "), answer: now.answer.join(" ") })}</strong>
        </p>
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

function isShown(place: string): place is ShownBlock {
  return blockNames.some((name) => name === place);
}

/** The labels of rows and columns of an attention's weights: the digit that is read or, in the decoder's rows, written. */
function namesOf(place: ShownBlock, answer: readonly number[]): Names {
  if (place === "e1.self") return { rows: example, columns: example };
  return { rows: answer, columns: place === "d1.cross" ? example : ["–", ...answer.slice(0, -1)] };
}

interface Names {
  readonly rows: readonly (number | string)[];
  readonly columns: readonly (number | string)[];
}

interface DetailsProps {
  readonly t: typeof en;
  readonly shown: Shown;
  readonly names: Names;
}

/** The heads' weights of a block that attends, and its tensor as colours. */
function Details({ shown, names, t }: DetailsProps) {
  const { values, weights, shape } = shown;
  const largest = Math.max(1e-6, ...values.flat().map(Math.abs));
  const label = fill(t.values, { shape: shape.join(", ") });
  const titleOf = (value: number): string => value.toFixed(3);
  const listed = (kind: keyof Names) => (
    <div class={kind} aria-hidden="true">
      {names[kind].map((name, i) => (
        <span key={i}>{name}</span>
      ))}
    </div>
  );
  return (
    <div class="details flow">
      {weights && (
        <div class="heads">
          {weights.map((matrix, h) => (
            <div key={h} class="head">
              {listed("columns")}
              {listed("rows")}
              <Cells
                rows={matrix}
                gap={0.08}
                label={describe(fill(t.head, { n: h }), matrix)}
                titleOf={titleOf}
              />
              <p class="quiet">{fill(t.head, { n: h })}</p>
            </div>
          ))}
        </div>
      )}
      <div>
        <Cells rows={values} largest={largest} gap={0.08} class="values" label={label} titleOf={titleOf} />
        <p class="quiet number">{label}</p>
      </div>
    </div>
  );
}

function describe(name: string, matrix: readonly (readonly number[])[]): string {
  return `${name}: ${matrix.map((row) => row.map((x) => x.toFixed(2)).join(" ")).join("; ")}`;
}
