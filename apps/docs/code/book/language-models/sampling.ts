import { topKFilter, topPFilter } from "@saccade/models";
import { type Tensor, tensor } from "@saccade/tensor";

const words = ["cat", "dog", "owl", "door", "blue"];
// (vocabulary), scores of the next token
const logits = tensor([3, 2.5, 2, 0.5, -1]);

function show(name: string, scores: Tensor): void {
  const p = Array.from(
    scores.softmax(-1).dataSync(),
    (share, i) => `${words[i]} ${share.toFixed(3)}`,
  );
  console.log(name.padEnd(16), p.join("  "));
}
show("as it is", logits);
show("temperature 0.5", logits.div(0.5));
show("temperature 2", logits.div(2));
show("top-k 3", topKFilter(logits, 3));
show("top-p 0.7", topPFilter(logits, 0.7));
