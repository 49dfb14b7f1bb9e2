import { Generator, manualSeed, rand, randn } from "@saccade/tensor";

manualSeed(42);
const first = rand([3]).toArray();
manualSeed(42);
const again = rand([3]).toArray();
console.log(String(first) === String(again));

// A generator of its own does not depend on what else draws numbers.
const noise = new Generator(7);
const a = randn([2], { generator: noise }).toArray();
rand([1000]);
const b = randn([2], { generator: new Generator(7) }).toArray();
console.log(String(a) === String(b));
