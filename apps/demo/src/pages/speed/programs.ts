import { scaledDotProductAttention } from "@saccade/attention";
import { compile, noGrad } from "@saccade/autograd";
import {
  EncoderDecoder,
  initSeq2Seq,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqStep,
} from "@saccade/models";
import { manualSeed, randint, randn, type Tensor } from "@saccade/tensor";
import type { WorkloadName } from "./calls.ts";

/** Runs a workload once, on the backend that was current when it was made. */
export type Program = () => void;

type MakeProgram = (compiled: boolean) => Program;

/** The words of the first 600 pairs of Tatoeba. A step takes as long whichever of them a sentence has, so they are drawn. */
const words = { english: 127, french: 201 } as const;

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
    manualSeed(0);
    const net = new EncoderDecoder(
      new Seq2SeqEncoder(words.english, 32, 32, 2, { dropout: 0.1 }),
      new Seq2SeqAttentionDecoder(words.french, 32, 32, 2, { dropout: 0.1 }),
    );
    initSeq2Seq(net);
    const optimizer = seq2seqOptimizer(net);
    const batch = [
      randint(0, words.english, [64, 10]),
      randint(3, 6, [64]),
      randint(0, words.french, [64, 10]),
      randint(3, 6, [64]),
    ] as const;
    const plain = (x: Tensor, xLen: Tensor, y: Tensor, yLen: Tensor): Tensor =>
      seq2seqStep(net, optimizer, { X: x, XValidLen: xLen, Y: y, YValidLen: yLen }, 1).loss;
    const step = compiled ? compile(plain) : plain;
    return () => void step(...batch);
  },
};
