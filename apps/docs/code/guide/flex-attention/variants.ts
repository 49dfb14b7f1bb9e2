import {
  andMasks,
  at,
  createBlockMask,
  flexAttention,
  type MaskMod,
  type ScoreMod,
} from "@saccade/attention/flex";
import { tensor } from "@saccade/tensor";

// #region masks
const causal: MaskMod = (_b, _h, q, kv) => q.ge(kv);
const window: MaskMod = (_b, _h, q, kv) => q.sub(kv).lt(3);
const ids = tensor([0, 0, 1, 1], { dtype: "int32" });
const documents: MaskMod = (_b, _h, q, kv) =>
  at(ids, q).eq(at(ids, kv));
// #endregion masks

// #region scores
const softcap: ScoreMod = (score) => score.div(2).tanh().mul(2);
const slopes = tensor([1]); // one for each head
const alibi: ScoreMod = (score, _b, h, q, kv) =>
  score.sub(at(slopes, h).mul(q.sub(kv).abs()));
// #endregion scores

const x = tensor([[[[1], [0], [2], [1]]]]); // (b, h, l, d)
const plain: ScoreMod = (score) => score;
for (const scoreMod of [plain, softcap, alibi])
  for (const mask of [causal, window, documents]) {
    const both = andMasks(causal, mask);
    const blockMask = createBlockMask(both, null, null, 4, 4);
    const options = { scoreMod, blockMask, needWeights: true };
    const { weights } = flexAttention(x, x, x, options);
    const last = String(weights?.select(2, 3).flatten());
    console.log(scoreMod.name.padEnd(8), mask.name.padEnd(10), last);
  }
