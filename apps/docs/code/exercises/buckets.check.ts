import { inBuckets } from "./buckets.ts";

const lengths = Array.from(
  { length: 100 },
  (_, i) => 2 + ((i * i) % 7),
);
const size = 8;
const batches = inBuckets(lengths, size);
const places = batches.flat();
if (places.some((place) => lengths[place] === undefined))
  throw new Error(
    "A batch holds a place that is no sentence's: places run from 0 to lengths.length − 1.",
  );
const twice = places.find((place, i) => places.indexOf(place) !== i);
if (twice !== undefined)
  throw new Error(
    `Sentence ${twice} is in two batches: map gives places within the slice, from 0; add its start.`,
  );
if (places.length !== lengths.length)
  throw new Error(
    `${lengths.length - places.length} sentences are in no batch: the last batch of a length may have fewer than ${size}.`,
  );
const large = batches.find((batch) => batch.length > size);
if (large !== undefined)
  throw new Error(
    `A batch has ${large.length} sentences, more than ${size}: cut each bucket into batches.`,
  );
const mixed = batches.find(
  (batch) => new Set(batch.map((place) => lengths[place])).size > 1,
);
if (mixed !== undefined)
  throw new Error(
    "A batch holds sentences of several lengths, so it needs padding: put the places of each length into a bucket first.",
  );
const least = [...new Set(lengths)]
  .map((length) => lengths.filter((other) => other === length).length)
  .reduce((sum, count) => sum + Math.ceil(count / size), 0);
if (batches.length > least)
  throw new Error(
    `${batches.length} batches, and ${least} are enough: fill a batch before the next one begins.`,
  );
console.log("Right: each sentence once, and no padding.");
