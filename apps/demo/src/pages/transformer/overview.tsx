import { fill } from "@saccade/figures/messages";
import { Overview as Drawing, type DrawnBlock, type DrawnSide } from "@saccade/figures/transformer";
import {
  type BlockName,
  blocksOf,
  decoderLayers,
  encoderLayers,
  kindOf,
  type LayerName,
} from "@saccade/figures/transformer-places";
import type { Rows } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { heads } from "./calls.ts";
import { matrixOf } from "./focus.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { blockName, placeName } from "./names.ts";
import { stateOf } from "./switches.ts";

/** The whole model: two rows of blocks in the order of the computation. */
export function Overview({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const broken = look.ask.switches ?? [];
  const { attention, head } = model.focus.value;
  const weights = useMemo(() => {
    const all = Object.keys(look.weights) as (keyof typeof look.weights)[];
    const each = all.map((name) => [name, Array.from({ length: heads }, (_, h) => matrixOf(look, name, h))]);
    return Object.fromEntries(each) as Record<keyof typeof look.weights, Rows[]>;
  }, [look]);
  const block = (place: BlockName): DrawnBlock => ({
    place,
    name: blockName(t, place),
    note: place === "src.embedding" ? t.of.src : place === "tgt.embedding" ? t.of.tgt : undefined,
    isOff: kindOf(place) === "positions" && look.ask.positions !== "on",
  });
  const layer = (place: LayerName) => ({
    place,
    name: fill(t.layerShort, { number: Number(place[1]) - 1 }),
    blocks: blocksOf(place).map(block),
  });
  const sides: DrawnSide[] = [
    {
      kind: "encoder",
      name: t.encoder,
      before: [block("src.embedding"), block("src.positions")],
      layers: encoderLayers.map(layer),
      after: [],
    },
    {
      kind: "decoder",
      name: t.decoder,
      before: [block("tgt.embedding"), block("tgt.positions")],
      layers: decoderLayers.map(layer),
      after: [block("out")],
    },
  ];
  return (
    <div class="overview">
      <p class="quiet">{t.overviewText}</p>
      <Drawing
        sides={sides}
        memory={t.memory}
        weightsOf={(name) => weights[name]}
        head={{ attention, number: head + 1 }}
        labelOf={(place, h) => {
          if (place.endsWith("embedding")) return undefined; // its note says whose
          return fill(t.zoomInto, {
            name: h === 0 ? placeName(t, place) : fill(t.shows, { block: placeName(t, place), head: h - 1 }),
          });
        }}
        isBroken={(place, h) => stateOf(broken, place, h - 1) !== "on"}
        headName={(h) => fill(t.head, { number: h - 1 })}
        onOpen={(place, h) => model.go(place, h)}
      />
    </div>
  );
}
