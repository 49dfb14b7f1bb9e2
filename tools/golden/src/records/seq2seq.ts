import { loadDataNmt, type NmtData } from "@saccade/datasets";
import { bleu, type EncoderDecoder, predictSeq2Seq, seq2seqOptimizer, seq2seqStep } from "@saccade/models";
import { fromSafetensors } from "@saccade/nn";
import { scope } from "@saccade/tensor";
import type { Context } from "../adapter.ts";
import { asNumbers, CaseError, type Fields } from "../case.ts";
import type { Report } from "../compare.ts";
import { corpusOf } from "../corpus-text.ts";
import { decodeData } from "../decode.ts";
import type { Folder } from "../folder.ts";
import { refuseUnread } from "../run-case.ts";
import { translationModel } from "../seq2seq-model.ts";
import { tolerances } from "../tolerances.ts";
import type { RecordLayout, RecordPart } from "./layout.ts";

// Information about the run that no other library shares.
const aside = ["about", "seed", "last_epoch_tokens_per_sec_unlocked_machine", "wall_seconds"];

/** Seed 004's training without dropout, in file order, from given parameters: its first steps, and its end. */
export const deterministicRecord: RecordLayout = {
  matches: (content) => "first_steps" in content && "hyperparameters" in content,
  note: "of its epochs only those of first_steps are run; the end is checked with the trained state",
  parts(record, folder, file) {
    const prefix = file.replace(/(_deterministic)?\.json$/, "");
    const init = claimed(folder, `${prefix}_init.safetensors`);
    const trained = claimed(folder, `${prefix}_trained.safetensors`);
    const after = folder.files.flatMap((path) => {
      const match = path.startsWith(`${prefix}_after_`) && /_after_(\d+)_steps\.safetensors$/.exec(path);
      return match ? [{ step: Number(match[1]), path: claimed(folder, path) }] : [];
    });
    return [
      part("vocabularies and sizes", (report, context) => checkSizes(record, report, context)),
      part("first steps", (report, context) => {
        checkSteps(record, { folder, init, after }, report, context);
      }),
      part("translations", (report, context) => {
        checkTranslations(record, "after_training_greedy", { folder, path: trained }, report, context);
        refuseUnread(report, "key", leftOver(record));
      }),
    ];
  },
};

/** Seed 004's training as written, with dropout and in random order: the trained model's outputs. */
export const seededRecord: RecordLayout = {
  matches: (content) => "translations" in content && "hyperparameters" in content,
  note: "its training draws random numbers and is not run; the end is checked with the trained state",
  parts(record, folder, file) {
    const path = claimed(folder, file.replace(/\.json$/, "_trained.safetensors"));
    return [
      part("translations", (report, context) => {
        const scores = checkTranslations(record, "translations", { folder, path }, report, context);
        const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
        report.number("mean_bleu_k2", mean, record.number("mean_bleu_k2"), tolerances.bleu);
        for (const name of ["loss_every_10_epochs", "final_loss"]) record.raw(name);
        refuseUnread(report, "key", leftOver(record));
      }),
    ];
  },
};

function part(name: string, check: RecordPart["check"]): RecordPart {
  return { name, check: (report, context) => scope(() => check(report, context)) };
}

function claimed(folder: Folder, path: string): string {
  folder.claim(path);
  return path;
}

function leftOver(record: Fields): string[] {
  return record.unread().filter((name) => !aside.includes(name));
}

function loadData(record: Fields, context: Context): NmtData {
  const sizes = record.fields("hyperparameters");
  return loadDataNmt({
    text: corpusOf(record, context),
    numExamples: sizes.number("num_examples"),
    minFreq: sizes.number("min_freq"),
    numSteps: sizes.number("num_steps"),
    batchSize: sizes.number("batch_size"),
    shuffle: false,
  });
}

function modelFor(record: Fields, data: NmtData): EncoderDecoder {
  const sizes = record.fields("hyperparameters");
  return translationModel(sizes, { src: data.srcVocab.length, tgt: data.tgtVocab.length });
}

function loadState(net: EncoderDecoder, folder: Folder, path: string): void {
  if (!folder.has(path)) throw new CaseError(`the state ${path} is missing beside the record`);
  net.loadStateDict(fromSafetensors(folder.bytes(path)).tensors);
}

function checkSizes(record: Fields, report: Report, context: Context): void {
  const data = loadData(record, context);
  report.equal("src_vocab_size", data.srcVocab.length, record.number("src_vocab_size"));
  report.equal("tgt_vocab_size", data.tgtVocab.length, record.number("tgt_vocab_size"));
  report.equal("batches_per_epoch", data.batches.batchesPerEpoch, record.number("batches_per_epoch"));
  const net = modelFor(record, data);
  report.equal("parameters", net.numParameters(), record.number("parameters"));
}

interface States {
  readonly folder: Folder;
  readonly init: string;
  readonly after: readonly { readonly step: number; readonly path: string }[];
}

function checkSteps(record: Fields, states: States, report: Report, context: Context): void {
  const data = loadData(record, context);
  const net = modelFor(record, data).train();
  loadState(net, states.folder, states.init);
  const sizes = record.fields("hyperparameters");
  const optimizer = seq2seqOptimizer(net, { lr: sizes.number("lr"), clip: sizes.number("theta") });
  const bos = data.tgtVocab.index("<bos>");
  const count = record.list("first_steps").length;
  const exactLosses = record.numbers("first_steps_loss_float64");
  const epochs: number[] = [];
  for (let step = 0; step < count; ) {
    let [loss, tokens] = [0, 0];
    for (const batch of data.batches) {
      if (step === count) break;
      const result = seq2seqStep(net, optimizer, batch, bos);
      const seen = { loss: result.loss.item(), norm: result.gradNorm.item(), tokens: result.tokens.item() };
      checkStep(record.item("first_steps", step), `step ${step}`, seen, net, report);
      const exact = exactLosses[step];
      if (exact !== undefined)
        report.number(`step ${step} loss in float64`, seen.loss, exact, tolerances.seq2seqStep);
      step++;
      [loss, tokens] = [loss + seen.loss, tokens + seen.tokens];
      for (const state of states.after)
        if (state.step === step) checkState(net, states.folder, state, report);
      if (data.batches.state().position === data.batches.batchesPerEpoch) epochs.push(loss / tokens);
    }
  }
  checkEpochs(record, epochs, report);
  for (const { step, path } of states.after)
    if (step > count) report.fail(`${path}: only ${count} steps are recorded, so it is unchecked`);
}

interface SeenStep {
  readonly loss: number;
  readonly norm: number;
  readonly tokens: number;
}

function checkStep(golden: Fields, what: string, seen: SeenStep, net: EncoderDecoder, report: Report): void {
  const near = tolerances.seq2seqStep;
  report.number(`${what} loss_sum`, seen.loss, golden.number("loss_sum"), near);
  const norm = golden.number("grad_norm_before_clip");
  report.number(`${what} grad_norm_before_clip`, seen.norm, norm, near);
  report.equal(`${what} tokens`, seen.tokens, golden.number("tokens"));
  if (golden.has("param_l2_after")) checkNorms(golden.fields("param_l2_after"), what, net, report);
  refuseUnread(report, `key in ${what}`, golden.unread());
}

function checkNorms(golden: Fields, what: string, net: EncoderDecoder, report: Report): void {
  scope(() => {
    for (const [name, parameter] of Object.entries(net.namedParameters())) {
      const norm = parameter.norm().item();
      report.number(`${what} norm of ${name}`, norm, golden.number(name), tolerances.seq2seqStep);
    }
  });
  refuseUnread(report, `norm in ${what} of a parameter that the model lacks`, golden.unread());
}

function checkState(
  net: EncoderDecoder,
  folder: Folder,
  { step, path }: { readonly step: number; readonly path: string },
  report: Report,
): void {
  const { tensors } = fromSafetensors(folder.bytes(path));
  const parameters = net.namedParameters();
  report.equal(`names after ${step} steps`, Object.keys(parameters).sort(), Object.keys(tensors).sort());
  for (const [name, parameter] of Object.entries(parameters)) {
    const expected = tensors[name];
    if (expected !== undefined)
      report.numbers(
        `${name} after ${step} steps`,
        parameter.dataSync(),
        expected.dataSync(),
        tolerances.trainedParameters,
      );
  }
}

function checkEpochs(record: Fields, epochs: readonly number[], report: Report): void {
  record.text("epoch_loss_is");
  if (epochs.length === 0)
    report.fail("first_steps end before the first epoch does, so epoch_loss is unchecked");
  for (const name of ["epoch_loss", "epoch_loss_float64_first_12"]) {
    const expected = record.get(name, asNumbers).slice(0, epochs.length);
    report.numbers(name, epochs.slice(0, expected.length), expected, tolerances.seq2seqEpoch);
  }
}

function checkTranslations(
  record: Fields,
  key: string,
  trained: { readonly folder: Folder; readonly path: string },
  report: Report,
  context: Context,
): number[] {
  const data = loadData(record, context);
  const net = modelFor(record, data);
  loadState(net, trained.folder, trained.path);
  const numSteps = record.fields("hyperparameters").number("num_steps");
  return record.list(key).map((_, i) => {
    const golden = record.item(key, i);
    const sentence = golden.text("eng");
    const found = predictSeq2Seq(net, sentence, data.srcVocab, data.tgtVocab, { numSteps });
    report.equal(`"${sentence}"`, found.translation, golden.text("pred"));
    const score = bleu(found.translation, golden.text("fra"), 2);
    report.number(`"${sentence}" bleu_k2`, score, golden.number("bleu_k2"), tolerances.bleu);
    checkWeights(`"${sentence}" attention`, found.weights, golden, report);
    refuseUnread(report, `key in ${golden.what}`, golden.unread());
    return score;
  });
}

// The record holds a column for each step, padding too; our result ends with the sentence.
function checkWeights(
  what: string,
  rows: readonly (readonly number[])[],
  golden: Fields,
  report: Report,
): void {
  const expected = golden.tensor("attention");
  const columns = expected.shape[1] ?? 0;
  const padded = rows.flatMap((row) => [...row, ...new Array<number>(columns - row.length).fill(0)]);
  const shape = [rows.length, columns];
  if (shape.join() !== expected.shape.join())
    report.fail(`${what}: ${shape.join(" × ")} instead of ${expected.shape.join(" × ")}`);
  else report.numbers(what, padded, decodeData(expected, what), tolerances.decodedAttention);
}
