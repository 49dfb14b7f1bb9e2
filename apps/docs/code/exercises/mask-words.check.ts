import { tensor } from "@saccade/tensor";
import { maskWords } from "./mask-words.ts";

const whole = (row: number[]) => tensor([row], { dtype: "int32" });
// [CLS], six words, [SEP], [PAD]
const ids = [1, 10, 11, 12, 13, 14, 15, 2, 0];
const choice = [0, 0.1, 0.1, 0.1, 0.9, 0.2, 0.14, 0, 0];
const roll = [0, 0.5, 0.85, 0.95, 0.1, 0.85, 0.79, 0, 0];
const word = [20, 21, 22, 23, 24, 25, 26, 27, 28];
const { input, target } = maskWords(whole(ids), {
  choice: tensor([choice]),
  roll: tensor([roll]),
  word: whole(word),
});
const [read, asked] = [input, target].map((x) => x.toArray(2)[0]!);
for (const i of [0, 7, 8])
  if (read![i] !== ids[i] || asked![i] !== -100)
    throw new Error(
      `Place ${i} holds [CLS], [SEP] or [PAD] (id ${ids[i]}), and it was changed or asked for. Choose only ids from firstWord on.`,
    );
for (const i of [4, 5])
  if (asked![i] !== -100)
    throw new Error(
      `The word at place ${i} was not chosen (choice ${choice[i]}), but its target is ${asked![i]}: it must be −100, or the loss rewards copying.`,
    );
for (const i of [4, 5])
  if (read![i] !== ids[i])
    throw new Error(
      `The word at place ${i} was not chosen, but it was changed.`,
    );
for (const i of [1, 2, 3, 6])
  if (asked![i] !== ids[i])
    throw new Error(
      `The word at place ${i} was chosen: its target is the word that was there, ${ids[i]}, not ${asked![i]}.`,
    );
for (const i of [1, 6])
  if (read![i] !== 3)
    throw new Error(
      `roll is ${roll[i]} at place ${i}, below 0.8: the model must read [MASK] there, not ${read![i]}.`,
    );
if (read![2] !== 22)
  throw new Error(
    `roll is 0.85 at place 2: the model must read the random word 22 there, not ${read![2]}.`,
  );
if (read![3] !== 12)
  throw new Error(
    `roll is 0.95 at place 3: the word stays, but it is asked for. The model must read 12 there, not ${read![3]}.`,
  );
console.log(
  "Right: 80 % masked, 10 % random, 10 % kept, and only they count.",
);
