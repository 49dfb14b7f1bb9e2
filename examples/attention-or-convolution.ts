// Self-attention beside convolution on images: what each sees, how much data it needs, and what a shift does to it.
import { type ImageTask, imageSize, matchImages, textureImages } from "@saccade/datasets/tasks";
import { fromData } from "@saccade/tensor";
import { accuracy, type Claim, fit, type Labelled, verdict } from "./attention-or-convolution/compare.ts";
import {
  Convolution,
  type ImageClassifier,
  PatchAttention,
  StridedConvolution,
} from "./attention-or-convolution/models.ts";
import { pixelLabels, receptiveField } from "./attention-or-convolution/receptive-field.ts";
import { drawAttention } from "./draw.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";

const few = 100;
const many = 4000;
const tasks = { texture: textureImages, match: matchImages } as const;
const models = { convolution: Convolution, strided: StridedConvolution, attention: PatchAttention } as const;

type TaskName = keyof typeof tasks;
type ModelName = keyof typeof models;

/** Accuracies on test images like those of training, moved to other places, and drawn larger. */
interface Scores {
  readonly same: number;
  readonly shifted: number;
  readonly scaled: number;
}

const attentionOrConvolution: Program = {
  name: "attention-or-convolution",
  about: "Compares self-attention with convolution: local texture, far-apart relation, few and many images.",
  run: async (options: RunOptions): Promise<Outcome> => {
    const losses: Record<string, readonly number[]> = {};
    const scores = new Map<string, Scores>();
    const trained: Partial<Record<ModelName, ImageClassifier>> = {};
    options.print("task, images, model: accuracy on like, shifted and larger test images");
    for (const task of ["texture", "match"] as const) {
      for (const count of [few, many]) {
        const data = draw(task, options, { count: options.quick ? count / 10 : count });
        for (const model of ["convolution", "strided", "attention"] as const) {
          const net: ImageClassifier = new models[model](task === "texture" ? 4 : 2);
          const steps = options.quick ? quickSteps[task] : stepsOf(task, count);
          const curve = fit(net, data, { steps, random: options.random });
          if (task === "texture" && count === many) losses[model] = curve;
          const score = test(net, task, options);
          scores.set(key(task, count, model), score);
          const numbers = [score.same, score.shifted, score.scaled].map((value) => value.toFixed(3));
          options.print(`  ${key(task, count, model).padEnd(28)} ${numbers.join("  ")}`);
          if (task === "texture" && count === many) trained[model] = net;
        }
      }
    }
    const of = (task: TaskName, count: number, model: ModelName): Scores =>
      scores.get(key(task, count, model))!;
    const fields = await drawFields(trained, options);
    if (!options.quick)
      options.print("\nWhat is said of self-attention beside convolution, and what came out:");
    if (!options.quick) for (const claim of claims(of, fields)) options.print(`  ${verdict(claim)}`);
    return { figures: figures(of, fields), losses };
  },
};

const quickSteps = { texture: 16, match: 2 } as const;

/** Optimizer steps. The relation takes longer to learn than the texture. */
function stepsOf(task: TaskName, count: number): number {
  if (count === few) return 250;
  return task === "texture" ? 300 : 1000;
}

type Of = (task: TaskName, count: number, model: ModelName) => Scores;

function key(task: TaskName, count: number, model: ModelName): string {
  return `${task}, ${count}, ${model}`;
}

function draw(
  task: TaskName,
  { random }: RunOptions,
  given: { count: number; shifted?: boolean; scale?: number },
): Labelled {
  const { images, labels, count }: ImageTask = tasks[task]({ ...given, random });
  return { x: fromData(images, [count, imageSize, imageSize]), y: fromData(labels, [count]) };
}

function test(net: ImageClassifier, task: TaskName, options: RunOptions): Scores {
  const count = options.quick ? 50 : 1000;
  return {
    same: accuracy(net, draw(task, options, { count })),
    shifted: accuracy(net, draw(task, options, { count, shifted: true })),
    scaled: accuracy(net, draw(task, options, { count, scale: 1.5 })),
  };
}

/** Pixels that the centre depends on. */
interface Fields {
  readonly oneConvolution: number;
  readonly threeConvolutions: number;
  readonly oneAttention: number;
}

async function drawFields(
  trained: Partial<Record<ModelName, ImageClassifier>>,
  options: RunOptions,
): Promise<Fields> {
  const { x } = draw("texture", options, { count: 16 });
  const field = async (model: ModelName, layers: number): Promise<number> => {
    const { gradient, pixels } = receptiveField(trained[model]!, x, layers);
    await drawAttention(options, {
      name: `receptive-field-${model}-${layers}`,
      title: `${model}, ${layers} ${layers === 1 ? "layer" : "layers"}: the centre depends on ${pixels} pixels`,
      weights: gradient,
      queries: pixelLabels,
      keys: pixelLabels,
    });
    return pixels;
  };
  return {
    oneConvolution: await field("convolution", 1),
    threeConvolutions: await field("convolution", 3),
    oneAttention: await field("attention", 1),
  };
}

const [ahead, behind] = [
  ["attention", "convolution"],
  ["convolution", "attention"],
] as const;
const aheadOfStrided = ["attention", "strided"] as const;

function claims(of: Of, fields: Fields): Claim[] {
  const share = (pixels: number): number => pixels / imageSize ** 2;
  const drop = ({ same, shifted }: Scores): number => same - shifted;
  const at = (task: TaskName, count: number) => (model: ModelName) => of(task, count, model);
  const [textureFew, textureMany] = [at("texture", few), at("texture", many)];
  const [matchFew, matchMany] = [at("match", few), at("match", many)];
  const claim = (
    says: string,
    scores: (model: ModelName) => Scores,
    [larger, smaller]: readonly [ModelName, ModelName],
    measure: (scores: Scores) => number = ({ same }) => same,
  ): Claim => {
    const of = (model: ModelName) => [model, measure(scores(model))] as const;
    return { says, larger: of(larger), smaller: of(smaller) };
  };
  return [
    {
      says: "its receptive field is larger (share of the image, one layer)",
      larger: ["attention", share(fields.oneAttention)],
      smaller: ["convolution", share(fields.oneConvolution)],
    },
    claim("it relates places at any distance, and convolution does not", matchMany, ahead),
    claim("the same, against strided convolution that sees the whole image", matchMany, aheadOfStrided),
    claim("it is worse than convolution on few images, local texture", textureFew, behind),
    claim("it is worse than convolution on few images, far-apart relation", matchFew, [
      "strided",
      "attention",
    ]),
    claim("it stays worse at texture with many images", textureMany, behind),
    claim("it loses more by shifted images (few, loss of accuracy)", textureFew, ahead, drop),
    claim("the same, against strided convolution with a dense layer", textureFew, aheadOfStrided, drop),
    claim("it does worse on larger drawings (few)", textureFew, behind, ({ scaled }) => scaled),
  ];
}

function figures(of: Of, fields: Fields): Figure[] {
  const value = (name: string, number: number, goal: Partial<Figure> = {}): Figure => ({
    name,
    value: number,
    ...goal,
  });
  return [
    value("texture, few images, convolution", of("texture", few, "convolution").same, { atLeast: 0.95 }),
    value("texture, few images, attention", of("texture", few, "attention").same),
    value("texture, many images, attention", of("texture", many, "attention").same, { atLeast: 0.95 }),
    value("texture shifted, few, convolution", of("texture", few, "convolution").shifted, { atLeast: 0.95 }),
    value("texture shifted, few, attention", of("texture", few, "attention").shifted),
    value("far apart, many images, convolution", of("match", many, "convolution").same, { atMost: 0.6 }),
    value("far apart, many images, strided", of("match", many, "strided").same),
    value("far apart, many images, attention", of("match", many, "attention").same, { atLeast: 0.9 }),
    value("far apart, few images, attention", of("match", few, "attention").same),
    value("pixels seen by 3 convolutions", fields.threeConvolutions, { atLeast: 1, atMost: 49 }),
    value("pixels seen by 1 attention", fields.oneAttention, { atLeast: imageSize ** 2 }),
  ];
}

await runProgram(attentionOrConvolution);
