const [patch, d, layers, classes] = [16, 768, 12, 1000];
const n = (224 / patch) ** 2; // patches
const dense = (i: number, o: number): number => i * o + o;

const embedding = dense(3 * patch ** 2, d);
const tokens = d + (1 + n) * d; // the class token, positions
const attention = 4 * dense(d, d);
const network = dense(d, 4 * d) + dense(4 * d, d);
const norms = 2 * 2 * d;
const layer = attention + network + norms;
const head = 2 * d + dense(d, classes); // the last norm, classes

const all = embedding + tokens + layers * layer + head;
for (const [name, count] of Object.entries({
  embedding,
  tokens,
  layers: layers * layer,
  head,
  all,
}))
  console.log(name.padEnd(9), count.toLocaleString("en"));
