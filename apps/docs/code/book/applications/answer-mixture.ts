const share = 0.7; // g
const vocabulary = { cat: 0.2, sat: 0.8 };
const source = ["cat", "Mio", "sat", "Mio"];
const weights = [0.5, 0.25, 0.1, 0.15];

const p = new Map<string, number>();
for (const [word, value] of Object.entries(vocabulary))
  p.set(word, share * value);
for (const [j, word] of source.entries())
  p.set(word, (p.get(word) ?? 0) + (1 - share) * weights[j]!);
for (const [word, value] of p) console.log(word, value.toFixed(3));
const sum = [...p.values()].reduce((a, b) => a + b);
console.log("sum", sum.toFixed(3));
