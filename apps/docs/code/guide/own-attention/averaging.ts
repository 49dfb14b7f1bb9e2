import {
  type AttentionCall,
  GPT,
  TransformerDecoderLayer,
} from "@saccade/models";
import { Module } from "@saccade/nn";
import { ones, type Tensor } from "@saccade/tensor";

class Averaging extends Module {
  numHeads = 1;
  forward(q: Tensor, k: Tensor, v: Tensor, { mask }: AttentionCall) {
    const open = ones([q.size(0), q.size(1), k.size(1)]);
    const allowed = mask
      ? open.mul(mask.squeeze(1).to("float32"))
      : open;
    const count = allowed.sum(-1, { keepdim: true }).maximum(1);
    return { output: allowed.div(count).matmul(v) };
  }
}

const attention = () => new Averaging();
const gpt = new GPT({
  vocabSize: 50,
  maxLen: 16,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
  attention,
});
const layer = new TransformerDecoderLayer(32, 4, { attention });
console.log(gpt.numParameters(), layer.numParameters());
