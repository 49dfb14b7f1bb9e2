const pair = (): [number, string] => [1, "a"];
const [n, letter] = pair();
const { min, max } = { min: 0, max: 9 };

const squares = [1, 2, 3].map((x) => x * x);
const even = squares.filter((x) => x % 2 === 0);
for (const [i, x] of squares.entries()) {
  console.log(i, x);
}
for (let i = 0; i < 2; i++) console.log(i);

console.log(squares.slice(0, 2), even);
console.log(squares.at(-1), squares.length);
console.log([...squares, n], letter, max - min);
