import { Seq2SeqEncoder } from "@saccade/models";
import { zeros } from "@saccade/tensor";

const encoder = new Seq2SeqEncoder(10, 8, 16, 1);
for (const n of [5, 50]) {
  const { output, state } = encoder.forward(
    zeros([1, n], { dtype: "int32" }),
  );
  console.log(
    `${n} words: last state ${state.numel} numbers, all states ` +
      `${output.numel}`,
  );
}
