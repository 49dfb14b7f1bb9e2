import { noGrad } from "@saccade/autograd";
import { type AlignedPair, type GrammarData, grammarData, type NmtTensors } from "@saccade/datasets";
import { runWithCache } from "@saccade/lens";
import type { Transformer } from "@saccade/models";
import type { Figure, RunOptions } from "../program.ts";
import { makeTransformer } from "../transformer-translate/models.ts";
import { trainTranslator } from "../transformer-translate/train.ts";

// Whether heads of a translator's encoder follow the grammar: a relation is followed where a head's largest weight at one
// of its words is on the other (Clark et al. 2019). The head, and the offset it must beat, are chosen on other sentences.
const kinds = ["determiner", "adjective", "subject", "object"] as const;
type Kind = (typeof kinds)[number];
type Ends = readonly [from: number, to: number];
const layers = 2;

/** Both directions of the relations of a kind in a sentence. */
function endsOf({ relations }: AlignedPair, kind: Kind): readonly Ends[][] {
  const some = relations.filter((relation) => relation.kind === kind);
  return [
    some.map(({ dependent, head }) => [dependent, head] as const),
    some.map(({ dependent, head }) => [head, dependent] as const),
  ];
}

/** Where each head looks most: (heads of all layers, sentences, words). */
function looks(net: Transformer, { X, XValidLen }: NmtTensors): number[][][] {
  return noGrad(() => {
    const { cache } = runWithCache(net.encoder, [X, XValidLen], {
      names: (name) => name.endsWith("hook_pattern"),
    });
    return Array.from({ length: layers }, (_, layer) => {
      const chosen = cache.get(`${layer}.attn.hook_pattern`).argmax(-1).transpose(0, 1); // (heads, b, n)
      return chosen.toArray() as number[][][];
    }).flat();
  });
}

/** Rules that name a word for each: each head's largest weight, or a word at a fixed offset. */
type Rule = (sentence: number, from: number) => number;

/** The share of relations that a rule follows, in the direction that suits it. */
function share(rule: Rule, pairs: readonly AlignedPair[], kind: Kind, direction: number): number {
  const hits = pairs.flatMap((pair, sentence) =>
    endsOf(pair, kind)[direction]!.map(([from, to]): number => (rule(sentence, from) === to ? 1 : 0)),
  );
  return hits.reduce((sum, hit) => sum + hit, 0) / hits.length;
}

/** The best rule of the validation pairs, and its share of the test pairs. */
function best(
  rules: { validation: readonly Rule[]; test: readonly Rule[] },
  { split }: GrammarData,
  kind: Kind,
): number {
  let [most, chosen, way] = [-1, 0, 0];
  for (const direction of [0, 1])
    for (const [i, rule] of rules.validation.entries()) {
      const found = share(rule, split.validation, kind, direction);
      if (found > most) [most, chosen, way] = [found, i, direction];
    }
  return share(rules.test[chosen]!, split.test, kind, way);
}

function headRules(
  net: Transformer,
  data: GrammarData,
): { validation: readonly Rule[]; test: readonly Rule[] } {
  const of = (part: "validation" | "test"): Rule[] =>
    looks(net, data[part]).map((sentences) => (sentence, from) => sentences[sentence]![from]!);
  return { validation: of("validation"), test: of("test") };
}

const offsets: readonly Rule[] = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5].map(
  (offset): Rule =>
    (_, from) =>
      from + offset,
);

/** Agreement of the best head with each relation, of a trained and an untrained translator, and of the best offset. */
export function measureSyntax({ seed, quick }: RunOptions): { figures: Figure[]; losses: readonly number[] } {
  const sizes = quick
    ? { train: 600, validation: 30, test: 30 }
    : { train: 4000, validation: 300, test: 300 };
  const data = grammarData({ languages: "en-fr", ...sizes, batchSize: 64, seed });
  const net = makeTransformer(data);
  const untrained = headRules(net.eval(), data);
  net.train();
  const { losses } = trainTranslator(
    { net, logits: (...inputs) => net.logits(...inputs), lr: 6e-3, labelSmoothing: 0.1 },
    data,
    quick ? 9 : 400,
    64,
  );
  const trained = headRules(net, data);
  const fixed = { validation: offsets, test: offsets };
  const figures = kinds.flatMap((kind): Figure[] => [
    { name: `${kind}, best head`, value: best(trained, data, kind) },
    { name: `${kind}, best head untrained`, value: best(untrained, data, kind) },
    { name: `${kind}, best offset`, value: best(fixed, data, kind) },
  ]);
  return { figures, losses };
}
