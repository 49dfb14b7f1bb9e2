import {
  batches,
  embeddedCorpus,
  preprocessNmt,
  tokenizeNmt,
} from "@saccade/datasets";
import { zeros } from "@saccade/tensor";

// as the listing reads it
const { source } = tokenizeNmt(preprocessNmt(embeddedCorpus()), 600);
console.log("asked for 600 lines, read", source.length);
for (const count of [source.length, 600]) {
  const sizes = Array.from(
    batches({ tensors: { x: zeros([count, 1]) }, batchSize: 64 }),
    ({ x }) => x.size(0),
  );
  console.log(
    `${count} lines: ${sizes.length} batches, the last of ` +
      `${sizes.at(-1)}`,
  );
}
