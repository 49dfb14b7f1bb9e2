/** The largest sizes of a package, in bytes. */
interface Ceiling {
  /** The tarball, which an installation downloads. */
  readonly packed: number;
  /** Entries that a page can load: bundled, minified and gzipped, without the other packages of the workspace. */
  readonly entries?: Readonly<Record<string, number>>;
  /** The file of a page with one script, gzipped. */
  readonly page?: number;
}

const kB = 1000;

/**
 * Ceilings by package. They are raised only for a reason, noted next to the number with the previous value, and lowered
 * when the code does. All were set at 0.2.0: entries 5 % above their size, tarballs 15 %, since documentation is in them three
 * times (source, JavaScript, declarations).
 *
 * Tarballs rose by up to a third when packages got their code a second time, in few files for Node, with maps. Before:
 * contract 53.5 kB, tensor 930, autograd 72, nn 700, train 88, attention 225, models 235, datasets 279, kernels-wasm 320,
 * kernels-webgpu 274, pretrained 174, lens 185, onnx 155, plot 175, saccade 7.7.
 */
export const ceilings: Readonly<Record<string, Ceiling>> = {
  "@saccade/contract": {
    packed: 57.5 * kB,
    entries: { ".": 6.7 * kB },
  },
  "@saccade/tensor": {
    // 490 kB before "./definitions" and "./contract"; 520 before PyTorch's remaining ops, 400 functions, came; 1,062 before programs of
    // attention, and summaries of its weights.
    packed: 1065 * kB,
    // The main entry had 45 kB, and "./backend" 59, before those functions. A program holds the ones that it imports: that of a
    // linear layer weighs what it did (kernels-wasm/test/size.test.ts). "./backend" lists the ops of the host too.
    // The main entry has every op, since each is a method of tensors. "./backend" adds the table of ops by name, and
    // "./fused" the fused ops.
    // "./backend" had 56 kB before captured steps noted the fields that they read, and compared them at each replay.
    // 72.5 kB before fields of buffers could be assigned in a step.
    // All rose (from 42, 58, 49.5 and 1.8 kB) when every function refused arguments beyond its last, and tensors fields and
    // names of other libraries.
    // "./definitions" is 1 kB, and the ops of where. "./checks" and "./contract" had 2.6 and 8.8 kB before their own
    // package had most of them.
    // "./contract" had 8.6 kB before it knew classes from functions.
    // 43 and 8 kB before ops declared their options, which are checked by the contracts, and tensors among them were too.
    // "./linalg", "./special", "./windows" and "./masked" have the core below them, with all methods. "./backend" had 72.7 kB
    // before bundlers dropped the declarations of linear algebra that its ops do not use.
    entries: {
      ".": 90.5 * kB,
      "./linalg": 52 * kB,
      "./special": 46 * kB,
      "./windows": 40.5 * kB,
      "./masked": 42 * kB,
      "./backend": 71 * kB,
      "./fused": 50 * kB, // 48.5 before the same
      "./definitions": 10.5 * kB,
      "./checks": 0.4 * kB,
      "./contract": 4.4 * kB,
    },
  },
  "@saccade/autograd": {
    // 34 and 5 kB before vmap, whose rules for every op are half of it, and the products and matrices of derivatives.
    packed: 87 * kB,
    // "./optimizer" had 1.8 kB before tensors held their slots of a tape in fields, and tapes were walked by index.
    entries: { ".": 11 * kB, "./optimizer": 2.1 * kB },
  },
  "@saccade/nn": {
    // 315 kB before "./definitions"; 325 before PyTorch's remaining layers, losses, optimizers and schedulers, and `functional`.
    packed: 820 * kB,
    // 39.5 kB before arguments beyond the last were refused, optimizers named parameters that came after them, and fields that they and Sequential do not have.
    // 85.5 kB before groups could be added to an optimizer, and errors named the place in the model.
    // 86 kB before fields of buffers could be assigned in a step, and with checks of arguments beyond the last.
    // 42.5 and 0.9 kB before those layers, and the definitions of nine optimizers, batch norm and the RNN.
    entries: { ".": 85.5 * kB, "./definitions": 2.7 * kB, "./init": 2.8 * kB, "./optimizer": 0.3 * kB },
  },
  "@saccade/train": {
    // 83 and 11.5 kB before a run had its own random numbers, resumed at any batch, waited for its checkpoints and kept its
    // best weights.
    packed: 111 * kB,
    entries: { ".": 12.6 * kB },
  },
  "@saccade/attention": {
    // 350 and 50 kB before the models became a separate package; 190 kB before "./definitions", each mechanism in
    // plain ops. "./model" had 10 kB before masks and methods were declared, and 10.3 before the sites of multi-head attention.
    // "./definitions" had 3.3 kB before the library ran them, with taps, masks' fills and dropout.
    // 245 kB packed before "./definitions/ladder", 28 mechanisms in plain ops; 290 before "./flex", 330 before "./ladder".
    packed: 438 * kB,
    entries: {
      ".": 23.8 * kB, // 23.5 before the lens could listen to summaries of weights
      "./model": 11.4 * kB, // 11 before summaries of weights, 11.2 before the same
      "./definitions": 3.7 * kB, // 3.6 before masks of windows
      "./definitions/ladder": 6.9 * kB,
      "./flex": 12.1 * kB,
      "./ladder": 19 * kB,
    },
  },
  "@saccade/models": {
    packed: 290 * kB,
    // 30.5 kB before layers and decoding ran their definitions, which "./definitions" exports; 29.8 before summaries were heard.
    entries: { ".": 29.9 * kB, "./definitions": 1.1 * kB, "./seeds": 9.7 * kB },
  },
  "@saccade/datasets": {
    // 275 kB before samplers, and positions to resume from.
    packed: 367 * kB,
    // Half of the main entry is text: the sentence pairs.
    // 48 kB before DataLoader and its datasets.
    entries: { ".": 50.5 * kB, "./tasks": 7 * kB },
  },
  "@saccade/kernels-wasm": {
    // 356 and 47 kB before attention ran programs and told of its weights.
    packed: 379 * kB,
    // Both variants of the module are in it, deflated. A whole program has a ceiling in the package's own tests.
    entries: { ".": 50.7 * kB, "./worker": 0.8 * kB, "./ceiling": 1.1 * kB },
  },
  "@saccade/kernels-webgpu": {
    // Each kernel's source is in it three times, and the worker's code four times.
    // 270 and 52 kB before long sums kept what rounding loses, and NaN passed clamp; 273 and 53 kB before running and indexed
    // sums and softmaxes did.
    packed: 369 * kB,
    // The worker's code is in the main entry too, as a text, so that no host needs its file. Of the main entry, GRU and LSTM
    // are 6 kB, attention 5 and convolutions 2: 45 kB was the goal without them.
    // 53.5 kB before programs of attention.
    entries: { ".": 54.8 * kB, "./worker": 6 * kB },
  },
  "@saccade/pretrained": {
    // 120 and 30 kB before tokenizers got the ids of Hugging Face's own program, and values of config.json that change the
    // numbers were refused with the rule and the fix.
    // 145 and 34.5 kB before hostile files were refused: patterns that backtrack, endless JSON, wrong ranges.
    // 38 kB before loading, saving and adapters read one object per architecture.
    // 165 and 37.5 kB before patterns had a separate engine with linear time.
    packed: 231 * kB,
    entries: { ".": 39.3 * kB },
  },
  "@saccade/lens": {
    packed: 221 * kB,
    // 25.1 kB before work could be asynchronous, and stacks that do not fit were refused.
    entries: { ".": 25.7 * kB },
  },
  "@saccade/onnx": {
    // 95 and 22 kB before sizes could be rounded and limited, and the file's shapes were computed before it is returned.
    packed: 209 * kB,
    entries: { ".": 27 * kB },
  },
  "@saccade/plot": {
    // 98 kB before the pictures of models; "." had 100 kB and "./page" 20. A page that imports none of them has the same size as before.
    packed: 190 * kB,
    // Observable Plot is 73 kB of the main entry, uPlot 23 kB of "./live"; "./page" has neither.
    entries: { ".": 104.5 * kB, "./page": 29 * kB, "./live": 40 * kB },
  },
  "@saccade/figures": {
    // With the library, Preact and recorded runs. A page loads the figures that it shows, one by one: packages/figures/vite.config.ts
    // holds each; here all are in one file.
    packed: 826 * kB,
    entries: { ".": 572 * kB },
  },
  "create-saccade": {
    // With the templates. No page loads it.
    packed: 30 * kB,
    entries: {},
  },
  saccade: {
    // 5 kB before bestBackend weighed the GPU against WebAssembly.
    // 8.1 kB before the file for a page, and the command that prints the import map.
    packed: 405 * kB,
    // All packages of one import, nothing shaken off: an upper bound for a program that imports names.
    // 246 kB before arguments beyond the last, and values that make no sense, were refused everywhere.
    // 255 kB before the functions and layers above; 346 before the changes to optimizers and errors above; 347.5 before programs of
    // attention, and summaries of its weights.
    entries: { ".": 350.6 * kB },
    page: 340 * kB,
  },
};

/**
 * The largest sizes of pages with one thing of the library, in bytes: bundled by esbuild with all that they import, minified
 * and gzipped. 2 % above their size; raised only for a reason, noted next to the number.
 */
export const pageCeilings: Readonly<Record<string, number>> = {
  'import { tensor } from "@saccade/tensor"; console.log(tensor([1, 2]).add(1));': 38.7 * kB,
  'import { Linear } from "@saccade/nn"; console.log(new Linear(3, 2));': 46.8 * kB,
  'import { AdditiveAttention } from "@saccade/attention"; console.log(new AdditiveAttention(3, 2, 4));':
    54.3 * kB,
  'import { MultiheadAttention } from "@saccade/attention"; console.log(new MultiheadAttention(8, 2));':
    60.6 * kB, // 59.3 before summaries of weights, and programs in the op of attention
  'import { GPT } from "@saccade/models"; console.log(new GPT({}));': 70 * kB, // 68.7 before the same, and layers of its own
  'import { defineOp } from "@saccade/tensor/backend"; console.log(defineOp);': 39.6 * kB,
};
