// From the program's table: batches of 64, twelve epochs.
const [batches, epochs] = [628, 12];
// Subwords of both languages in an epoch, as printed above.
const tokens = 798_360;
const models = { gru: 130, "gru-plain": 98, transformer: 210 };

console.log("model        tokens/s  minutes/epoch  hours in all");
for (const [model, ms] of Object.entries(models)) {
  const seconds = (batches * ms) / 1000;
  console.log(
    model.padEnd(11),
    (tokens / seconds).toFixed(0).padStart(9),
    (seconds / 60).toFixed(1).padStart(14),
    ((seconds * epochs) / 3600).toFixed(2).padStart(13),
  );
}
