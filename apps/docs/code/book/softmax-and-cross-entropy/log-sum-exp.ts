import { tensor } from "@saccade/tensor";

const scores = tensor([0, 200]); // the right answer is 0
const p = scores.softmax(-1);
console.log("p               ", JSON.stringify(p.toArray()));
const first = p.select(0, 0).log().neg().item();
console.log("−log(softmax)   ", first);

const logSum = scores.logsumexp(-1);
const loss = logSum.sub(scores.select(0, 0));
console.log("logsumexp − s   ", loss.item());
const logP = scores.logSoftmax(-1);
console.log("−logSoftmax     ", logP.select(0, 0).neg().item());
