console.log([10, 9, 1].sort());
console.log([10, 9, 1].sort((a, b) => a - b));
console.log(-7 % 3, 0.1 + 0.2 === 0.3);
const none: number[] = [];
if (none) console.log("an empty array is true");
console.log(JSON.stringify(none) === "[]");
