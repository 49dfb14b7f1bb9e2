// A model that copies what it sees and knows nothing of what it
// does not: uniform over 12 words where a word is masked.
const [rate, masked] = [0.15, 0.8];
const atMasks = Math.log(12);
const overChosen = masked * atMasks;
const overAll = rate * overChosen;
console.log(`at the masks ${atMasks.toFixed(2)}`);
console.log(`over the chosen words ${overChosen.toFixed(2)}`);
console.log(`over all words ${overAll.toFixed(2)}`);
