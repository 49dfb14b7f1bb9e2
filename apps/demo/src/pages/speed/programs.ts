import { scaledDotProductAttention } from "@saccade/attention";
import { compile, noGrad } from "@saccade/autograd";
import { loadDataNmt } from "@saccade/datasets";
import {
  EncoderDecoder,
  initSeq2Seq,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqStep,
} from "@saccade/models";
import { keep, manualSeed, randn, type Tensor } from "@saccade/tensor";
import type { WorkloadName } from "./calls.ts";

/** Runs a workload once, on the backend that was current when it was made. */
export type Program = () => void;

type MakeProgram = (compiled: boolean) => Program;

/** How each workload's program is made. */
export const programs: Readonly<Record<WorkloadName, MakeProgram>> = {
  matmul() {
    manualSeed(1);
    const a = randn([256, 256]);
    const b = randn([256, 256]);
    return () => noGrad(() => void a.matmul(b));
  },
  attention() {
    manualSeed(1);
    const [q, k, v] = [randn([1, 4, 256, 64]), randn([1, 4, 256, 64]), randn([1, 4, 256, 64])];
    return () => noGrad(() => void scaledDotProductAttention(q, k, v, { needWeights: false }));
  },
  translator(compiled) {
    const data = loadDataNmt();
    manualSeed(0);
    const net = new EncoderDecoder(
      new Seq2SeqEncoder(data.srcVocab.size, 32, 32, 2, { dropout: 0.1 }),
      new Seq2SeqAttentionDecoder(data.tgtVocab.size, 32, 32, 2, { dropout: 0.1 }),
    );
    initSeq2Seq(net);
    const optimizer = seq2seqOptimizer(net);
    const bos = data.tgtVocab.index("<bos>");
    const take = (x: Tensor): Tensor => keep(x.slice(0, { stop: 64 }).clone());
    const { X, XValidLen, Y, YValidLen } = data.arrays;
    const batch = [take(X), take(XValidLen), take(Y), take(YValidLen)] as const;
    const plain = (x: Tensor, xLen: Tensor, y: Tensor, yLen: Tensor): Tensor =>
      seq2seqStep(net, optimizer, { X: x, XValidLen: xLen, Y: y, YValidLen: yLen }, bos).loss;
    const step = compiled ? compile(plain) : plain;
    return () => void step(...batch);
  },
};
