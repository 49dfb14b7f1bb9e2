import { scaledDotProductAttention } from "@saccade/attention";
import { scope, tensor } from "@saccade/tensor";
import type { Epoch } from "./calls.ts";
import { type Cue, cueQueries, thingKeys, thingNames } from "./cue.ts";
import { drawPoints, look, makeTrainer, rowsAt, untrainedW } from "./regression.ts";
import { type Start, startSettings } from "./start.ts";

/** Draws the points of the start, trains w on them, and looks at what came out. */
export function makeStart(): Start {
  const { data, lr, epochs, look: seen, query } = startSettings;
  const points = drawPoints(data);
  const untrained = untrainedW(data.seed);
  const { net, trainer } = makeTrainer({ points, w: untrained, lr });
  const trained: Epoch[] = [];
  trainer.on("step", ({ loss }) => void trained.push({ loss, w: net.w.item() }));
  trainer.fitSync({ maxSteps: epochs });
  const ask = { ...seen, points, w: net.w.item() };
  return {
    cues: { none: cue("none"), read: cue("read"), drink: cue("drink"), write: cue("write") },
    points,
    untrained,
    epochs: trained,
    look: look(ask),
    rows: rowsAt({ ...ask, query }),
  };
}

/** The weights of the things: softmax of query · key. */
function cue(name: Cue): readonly number[] {
  return scope(() => {
    const query = tensor([[...cueQueries[name]]]); // (1, 4)
    const keys = tensor(thingNames.map((thing) => [...thingKeys[thing]])); // (6, 4)
    return Array.from(scaledDotProductAttention(query, keys, keys, { scale: 1 }).weights.dataSync());
  });
}
