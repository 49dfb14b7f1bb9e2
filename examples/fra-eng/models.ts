import { noGrad } from "@saccade/autograd";
import {
  BahdanauDecoder,
  BidirectionalEncoder,
  type DecoderResult,
  type Encoded,
  EncoderDecoder,
  initSeq2Seq,
  Transformer,
} from "@saccade/models";
import type { Module } from "@saccade/nn";
import { full, scope, stack, type Tensor } from "@saccade/tensor";
import { PlainDecoder, type PlainState } from "../attention-or-not/plain-decoder.ts";
import type { FraEng } from "./data.ts";
import type { Settings } from "./settings.ts";

/** The parts of a translator that training and measuring use. */
export interface Translator {
  readonly net: Module;
  /** With teacher forcing: the scores of each next subword. */
  logits(source: Tensor, fed: Tensor, lengths: Tensor): Tensor;
  /** The most probable subword at each step, until all rows have ended or there are `most`. */
  greedy(source: Tensor, lengths: Tensor, ends: Ends): Greedy;
}

/** How a translation begins and ends. */
export interface Ends {
  readonly bos: number;
  readonly eos: number;
  readonly most: number;
}

export interface Greedy {
  /** One list for each row. */
  readonly ids: readonly (readonly number[])[];
  /** The attention of the first row, a list for each subword; empty for a model without attention. */
  readonly weights: readonly (readonly number[])[];
}

/** The network that `--model` names, with fresh weights. */
export function makeTranslator(settings: Settings, { source, target }: FraEng): Translator {
  const { model, width, layers, dropout } = settings;
  const [words, translated] = [source.vocab.size, target.vocab.size];
  if (model === "transformer") {
    const net = new Transformer({
      srcVocabSize: words,
      tgtVocabSize: translated,
      dModel: width,
      dimFeedforward: 4 * width,
      numHeads: 4,
      numLayers: layers,
      maxLen: 64,
      dropout,
      normFirst: true,
    });
    return translatorOf(net, (...inputs) => net.logits(...inputs));
  }
  const encoder = new BidirectionalEncoder(words, width, width, 1, { dropout });
  if (model === "gru") {
    const net = new EncoderDecoder(encoder, new BahdanauDecoder(translated, width, width, 1, { dropout }));
    initSeq2Seq(net);
    return translatorOf(net);
  }
  const net = new EncoderDecoder<PlainState, Encoded, DecoderResult<PlainState>>(
    encoder,
    new PlainDecoder(translated, width, width),
  );
  initSeq2Seq(net);
  return translatorOf(net);
}

type Logits = Translator["logits"];

function translatorOf<S, E, R extends DecoderResult<S> & { readonly weights?: Tensor }>(
  net: EncoderDecoder<S, E, R>,
  logits: Logits = (source, fed, lengths) => net.forward(source, fed, lengths).output,
): Translator {
  const greedy: Translator["greedy"] = (source, lengths, { bos, eos, most }) =>
    noGrad(() =>
      scope(() => {
        const rows = source.size(0);
        let state = net.decoder.initState(net.encoder.forward(source, lengths), lengths);
        let word = full([rows, 1], bos, { dtype: "int32" });
        const ids = Array.from({ length: rows }, (): number[] => []);
        const seen: Tensor[] = [];
        const ended = new Set<number>();
        for (let step = 0; step < most && ended.size < rows; step++) {
          const next = net.decoder.forward(word, state);
          state = next.state;
          word = next.output.argmax(-1); // (rows, 1)
          if (next.weights) seen.push(next.weights.select(0, 0).select(0, 0).select(0, 0)); // (source steps)
          (word.squeeze(1).toArray() as number[]).forEach((id, row) => {
            ids[row]!.push(id);
            if (id === eos) ended.add(row);
          });
        }
        const weights = seen.length === 0 ? [] : (stack(seen).toArray() as number[][]);
        return { ids, weights };
      }),
    );
  return { net, logits, greedy };
}
