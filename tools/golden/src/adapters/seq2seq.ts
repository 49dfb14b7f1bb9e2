import { seq2seqOptimizer, seq2seqStep } from "@saccade/models";
import { maskedSoftmaxCELoss } from "@saccade/nn";
import { type Adapters, custom, layer } from "../adapter.ts";
import { CaseError, type Fields } from "../case.ts";
import type { Report } from "../compare.ts";
import { decodeState } from "../decode.ts";
import { refuseUnread } from "../run-case.ts";
import { decoderOf, encoderOf, translationModel } from "../seq2seq-model.ts";
import { tolerances } from "../tolerances.ts";
import { checkTrained, inputsOf } from "./training.ts";

const vocabSizes = (attrs: Fields): { src: number; tgt: number } => ({
  src: attrs.number("src_vocab"),
  tgt: attrs.number("tgt_vocab"),
});

function checkTrainSteps(golden: Fields, report: Report): void {
  const attrs = golden.fields("attrs");
  const net = translationModel(attrs, vocabSizes(attrs));
  const optimizer = seq2seqOptimizer(net, { lr: attrs.number("lr"), clip: attrs.number("theta") });
  const bos = attrs.number("bos");
  // Random numbers differ between libraries, so that every run is without dropout.
  if (attrs.number("dropout") !== 0) throw new CaseError("steps with dropout cannot be compared");
  net.train().loadStateDict(decodeState(golden.tensors("params")));
  const inputs = inputsOf(golden);
  const batch = {
    X: inputs.get("X"),
    XValidLen: inputs.get("X_valid_len"),
    Y: inputs.get("Y"),
    YValidLen: inputs.get("Y_valid_len"),
  };
  refuseUnread(report, "input", inputs.unread());
  golden.list("steps").forEach((_, i) => {
    const step = golden.item("steps", i);
    const { loss, gradNorm } = seq2seqStep(net, optimizer, batch, bos);
    report.number(`step ${i} loss_sum`, loss.item(), step.number("loss_sum"), tolerances.trainingLoss);
    const norm = step.number("grad_norm_before_clip");
    report.number(`step ${i} grad_norm_before_clip`, gradNorm.item(), norm, tolerances.trainingLoss);
  });
  checkTrained(golden, net, report);
}

/** Seed 004's translation model. */
export const seq2seq: Adapters = {
  "seed004.Seq2SeqEncoder": layer(
    (attrs) => encoderOf(attrs, attrs.number("vocab_size")),
    (module, inputs) => {
      const { output, state } = module.forward(inputs.get("X"));
      return { output, state };
    },
  ),
  "seed004.Seq2SeqAttentionDecoder": layer(
    (attrs) => decoderOf(attrs, attrs.number("vocab_size")),
    (module, inputs) => {
      const encoded = { output: inputs.get("enc_output"), state: inputs.get("enc_state") };
      const start = module.initState(encoded, inputs.maybe("enc_valid_lens"));
      const { output, state, weights } = module.forward(inputs.get("X"), start);
      return { out: output, hidden_state: state.hidden, attn: weights };
    },
  ),
  "seed004.EncoderDecoder+MaskedSoftmaxCELoss": layer(
    (attrs) => translationModel(attrs, vocabSizes(attrs)),
    (module, inputs) => {
      const lengths = inputs.maybe("enc_valid_lens");
      const { output } = module.forward(inputs.get("enc_X"), inputs.get("dec_X"), lengths);
      const loss = maskedSoftmaxCELoss(output, inputs.get("label"), inputs.get("label_valid_len"));
      return { out: output, loss };
    },
  ),
  "seed004.shape_test": layer(
    (attrs) => {
      const size = attrs.number("vocab_size");
      return translationModel(attrs, { src: size, tgt: size });
    },
    (module, inputs) => {
      const x = inputs.get("X");
      const { output, state } = module.forward(x, x);
      return { out: output, enc_outputs: state.encOutputs, hidden: state.hidden };
    },
  ),
  "seed004.train_steps": custom((golden, report) => checkTrainSteps(golden, report)),
};
