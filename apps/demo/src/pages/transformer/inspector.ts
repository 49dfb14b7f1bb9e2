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
  idsOf,
  isTouched,
  pronounIn,
  readingsOf,
  type Subject,
  translate,
  untouched,
  withInterventions,
} from "./experiment.ts";
import type { Intervention } from "./intervene.ts";
import { makeNet } from "./network.ts";
import { patchSites, sideOf } from "./patches.ts";
import { otherSentence, pronounOf } from "./pronoun.ts";
import { longestSource, source, target } from "./vocabulary.ts";

type State = Parameters<Transformer["loadStateDict"]>[0];
type Found = { readonly look: Look; readonly vectors: Vectors };
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
  look(ask: LookAsk): Found {
    return noGrad(() => lookInto(this.#baselineOf(ask), ask));
  }

  // The same for every switch, so that it is kept.
  #baselineOf({ sentence, positions, breakage = "off" }: LookAsk): Baseline {
    const key = JSON.stringify([sentence, positions, breakage]);
    if (this.#baseline?.key === key) return this.#baseline.value;
    const subject = this.#subjectOf(sentence, positions);
    const value = noGrad(() => baselineOf(subject, breakage));
    this.#baseline = { key, value };
    return value;
  }

  #subjectOf(sentence: readonly string[], positions: Positioning): Subject {
    checkSentence(sentence);
    const net = this.#nets.get(positions);
    if (net === undefined) throw new Error(`These weights have no positions “${positions}”.`);
    return { net, sentence, other: otherSentence(sentence) };
  }

  /** The lead of the pronoun with one vector of the other sentence, for every place and position before the pronoun. */
  patches(ask: LookAsk): PatchMap {
    const { sentence, switches = [] } = ask;
    const { subject, translation } = this.#baselineOf(ask);
    return noGrad(() => {
      const place = pronounOf(translation);
      if (place < 0) return { ask, rows: [] };
      const places = patchSites.map((site) => ({
        site,
        positions: sideOf(site) === "source" ? sentence.length + 1 : place + 1,
      }));
      const done = places.flatMap(({ site, positions }) =>
        Array.from({ length: positions }, (_, position) => ({ switches, patch: { site, position } })),
      );
      const leads = readingsOf(subject, translation, done).map(({ lead }) => lead);
      return {
        ask,
        rows: places.map(({ site, positions }) => ({ site, leads: leads.splice(0, positions) })),
      };
    });
  }
}

/** Translates a sentence, then runs the model once on both sentences for all that is inside. */
function lookInto(baseline: Baseline, ask: LookAsk): Found {
  const { subject, translation: before } = baseline;
  const { sentence, switches = [], patch = null } = ask;
  const now: Intervention = { switches, patch };
  const tokens = isTouched(now) ? translate(subject, now, before) : before;
  const words = [...sentence, "<eos>"];
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
      before: plain === null ? null : weightsOf(plain),
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
  const before = plain === null ? null : rows(plain);
  return rows(trace).map((row, step) =>
    Array.from(row, (probability, id) => ({
      word: target.words[id]!,
      probability,
      ...(before === null ? {} : { before: before[step]![id]! }),
    }))
      .sort((a, b) => b.probability - a.probability)
      .slice(0, choicesShown),
  );
}

function copied(x: Tensor): Float32Array {
  return Float32Array.from(x.contiguous().dataSync());
}

function checkSentence(words: readonly string[]): void {
  if (words.length === 0) throw new RangeError("The sentence is empty; choose a word.");
  if (words.length >= longestSource) {
    throw new RangeError(
      `The sentence has ${words.length} words; the model reads ${longestSource - 1} at most.`,
    );
  }
}
