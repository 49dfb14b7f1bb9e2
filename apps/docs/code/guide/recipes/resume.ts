import { DataLoader, TensorDataset } from "@saccade/datasets";
import { arange, Generator, type Tensor } from "@saccade/tensor";

const makeLoader = () =>
  new DataLoader(new TensorDataset(arange(8)), {
    batchSize: 2,
    shuffle: true,
    generator: new Generator(0),
  });
const show = ([x]: readonly [Tensor]) => console.log(x.toArray());

const loader = makeLoader();
let saved = "";
let count = 0;
for (const batch of loader) {
  show(batch);
  // JSON
  if (++count === 2) saved = JSON.stringify(loader.state());
}

console.log("another program");
const resumed = makeLoader();
resumed.restore(JSON.parse(saved));
for (const batch of resumed) show(batch); // the rest of the epoch
