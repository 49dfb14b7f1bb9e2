import { noGrad } from "@saccade/autograd";
import { rowsOf } from "@saccade/figures/rows";
import { attentions } from "@saccade/figures/transformer-places";
import { type Trace, traceOf } from "@saccade/figures/transformer-trace";
import type { Transformer } from "@saccade/models";
import type { Tensor } from "@saccade/tensor";
import type { Choice, Look, LookAsk, PatchMap, Positioning, Vectors } from "./calls.ts";
import {
  type Baseline,
  baselineOf,
  isTouched,
  pronounIn,
  readingsOf,
  translate,
  untouched,
} from "./experiment.ts";
import { type Intervention, idsOf, makeNet, withInterventions } from "./intervene.ts";
import { mostWords, otherSentence, pronounOf, source, target } from "./language.ts";
import { patchSites, sideOf } from "./switches.ts";

type State = Parameters<Transformer["loadStateDict"]>[0];
const choicesShown = 5;

/** Runs a model on sentences, and keeps all that is computed inside. */
export class Inspector {
  readonly #nets: ReadonlyMap<Positioning, Transformer>;
  #baseline: { readonly key: string; readonly value: Baseline } | null = null;

  /** @param positionings the supported positionings: the second model's weights were trained without positions */
  constructor(state: State, positionings: readonly Positioning[] = ["on", "off"]) {
    this.#nets = new Map(
      positionings.map((positions) => {
        const net = makeNet(0, positions === "on");
        net.loadStateDict(state);
        return [positions, net.eval()];
      }),
    );
  }

  /** @throws RangeError for a sentence that is empty or too long, or a word that is not in the vocabulary. */
  look(ask: LookAsk): { readonly look: Look; readonly vectors: Vectors } {
    return noGrad(() => lookInto(this.#baselineOf(ask), ask));
  }

  // The same for every switch, so that it is kept.
  #baselineOf({ sentence, positions, breakage = "off" }: LookAsk): Baseline {
    const key = JSON.stringify([sentence, positions, breakage]);
    if (this.#baseline?.key === key) return this.#baseline.value;
    if (sentence.length === 0) throw new RangeError("The sentence is empty; choose a word.");
    if (sentence.length > mostWords)
      throw new RangeError(
        `The sentence has ${sentence.length} words; the model reads ${mostWords} at most.`,
      );
    const net = this.#nets.get(positions);
    if (net === undefined) throw new Error(`These weights have no positions “${positions}”.`);
    const value = noGrad(() => baselineOf({ net, sentence, other: otherSentence(sentence) }, breakage));
    this.#baseline = { key, value };
    return value;
  }

  /** The lead of the pronoun with one vector of the other sentence, for every place and position before the pronoun. */
  patches(ask: LookAsk): PatchMap {
    const { sentence, switches = [] } = ask;
    const { subject, translation } = this.#baselineOf(ask);
    const place = pronounOf(translation);
    if (place < 0) return { ask, rows: [] };
    const each = patchSites.map((site) => {
      const positions = sideOf(site) === "source" ? sentence.length + 1 : place + 1;
      return Array.from({ length: positions }, (_, position) => ({ switches, patch: { site, position } }));
    });
    // All at once, as rows of one batch.
    const leads = noGrad(() => readingsOf(subject, translation, each.flat()).map(({ lead }) => lead));
    return { ask, rows: patchSites.map((site, i) => ({ site, leads: leads.splice(0, each[i]!.length) })) };
  }
}

/** Translates a sentence, then runs the model once on both sentences for all that is inside. */
function lookInto(baseline: Baseline, ask: LookAsk): ReturnType<Inspector["look"]> {
  const { subject, translation: before } = baseline;
  const now: Intervention = { switches: ask.switches ?? [], patch: ask.patch ?? null };
  const tokens = isTouched(now) ? translate(subject, now, before) : before;
  const words = [...ask.sentence, "<eos>"];
  const fed = ["<bos>", ...tokens.slice(0, -1)];
  const traced = (done: Intervention): Trace =>
    withInterventions(subject, fed, [done], () =>
      traceOf(subject.net, idsOf([source.ids(words)]), idsOf([target.ids(fed)])),
    );
  const trace = traced(now);
  const plain = isTouched(now) ? traced(untouched) : null;
  const blocks = Object.entries(trace.blocks).map(([name, x]) => [name, copied(x)]);
  const projections = attentions.map((name) => {
    const { q, k, v } = trace.attentions[name]!;
    return [name, { q: copied(q), k: copied(k), v: copied(v) }];
  });
  return {
    look: {
      ask,
      source: words,
      target: tokens,
      fed,
      weights: weightsOf(trace),
      choices: choicesOf(trace, plain, tokens.length),
      untouched: before,
      before: plain && weightsOf(plain),
      pronoun: pronounIn(baseline, now),
      other: subject.other,
    },
    vectors: {
      blocks: Object.fromEntries(blocks) as Vectors["blocks"],
      projections: Object.fromEntries(projections) as Vectors["projections"],
    },
  };
}

function weightsOf(trace: Trace): Look["weights"] {
  const entries = attentions.map((name) => [name, copied(trace.attentions[name]!.weights)]);
  return Object.fromEntries(entries) as Look["weights"];
}

/** The likeliest words at each step, each with its probability in the plain run. */
function choicesOf(trace: Trace, plain: Trace | null, steps: number): Choice[][] {
  const rows = ({ blocks }: Trace): Float32Array[] => rowsOf(copied(blocks.softmax!), steps);
  const before = plain && rows(plain);
  return rows(trace).map((row, step) =>
    Array.from(row, (probability, id) => ({
      word: target.words[id]!,
      probability,
      ...(before && { before: before[step]![id]! }),
    }))
      .sort((a, b) => b.probability - a.probability)
      .slice(0, choicesShown),
  );
}

function copied(x: Tensor): Float32Array {
  return Float32Array.from(x.contiguous().dataSync());
}
