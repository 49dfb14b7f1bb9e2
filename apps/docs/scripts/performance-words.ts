// The texts of the performance page.

export interface Words {
  readonly note: string;
  /** Words that people search this page by. */
  readonly keywords: string;
  readonly title: string;
  readonly intro: string;
  readonly machine: (machine: {
    readonly date: string;
    readonly cpu: string;
    readonly cores: number;
    readonly memory: number;
    readonly system: string;
  }) => [string, string][];
  readonly versions: string;
  readonly how: (rounds: number) => string;
  readonly lose: string;
  readonly lossColumns: readonly string[];
  readonly noLosses: string;
  readonly all: string;
  readonly columns: string;
  readonly repeat: string;
  readonly players: Readonly<Record<string, string>>;
  readonly workloads: Readonly<Record<string, string>>;
}

const note = "<!-- Written by apps/docs/scripts/performance.ts from performance.json. -->";

export const english: Words = {
  note,
  keywords:
    "benchmark, speed, how fast, fast, slow, milliseconds, WebAssembly, WebGPU, GPU, training time, compare with PyTorch",
  title: "Performance",
  intro:
    "Times of one run of the benchmarks on one machine. Your numbers will differ; the order of the columns in a row mostly " +
    "will not. The demo measures the machine that you hold.",
  machine: ({ date, cpu, cores, memory, system }) => [
    ["date", date],
    ["machine", `${cpu}, ${cores} cores, ${memory} GiB`],
    ["system", system],
  ],
  versions: "versions",
  how: (rounds) =>
    "All players compute the same case from the same inputs and must agree with each other before they are timed. They take turns: " +
    `in each of ${rounds} rounds every player takes one sample. The machine did other work at the same time, which makes ` +
    "samples longer and never shorter, so a number is the best sample; read differences below a factor of about 1.5 as noise. For the same reason " +
    "all players have one thread. `tools/bench/RESULTS.md` in the repository has longer runs, with " +
    "two threads and with the spread of each number.",
  lose: "Where Saccade is slower",
  lossColumns: ["case", "faster", "by"],
  noLosses: "In no case of this run.",
  all: "All cases",
  columns:
    "The reference backend is plain JavaScript, the specification of the others. A compiled step is recorded once and replayed. " +
    "PyTorch is version 1.13 as Debian packages it, on the CPU; it has no fused attention. An empty cell is a case that a " +
    "library was not measured in.",
  repeat: "To repeat: `pnpm bench` in the repository. `tools/bench/README.md` explains each case and player.",
  players: {
    reference: "Saccade, reference",
    wasm: "Saccade",
    "wasm-compiled": "Saccade, compiled",
    tfjs: "TensorFlow.js",
    jax: "jax-js",
    ort: "ONNX Runtime Web",
    torch: "PyTorch",
  },
  workloads: {
    matmul: "Square matrix product",
    softmax: "Softmax",
    layerNorm: "Layer norm",
    tanhAdd: "tanh(a + b)",
    transpose: "Transpose, made contiguous",
    attention: "Attention",
    decoding: "Decoding",
    multiHead: "Multi-head attention layer, a training step",
    gpt: "A small GPT, a training step",
    convolution: "A small convolutional network, a training step",
    translator: "GRU translator with attention, a training step",
    nadarayaWatson: "Kernel regression, a training step",
    oneOp: "Overhead of one op",
    startup: "Start-up: import and first product",
  },
};

export const chinese: Words = {
  note,
  keywords: "基准测试, 速度, 多快, 太慢, 毫秒, WebAssembly, WebGPU, GPU, 训练时间",
  title: "性能",
  intro:
    "这是在一台机器上运行一次基准测试的时间。你的数字会不同，但同一行里各列的先后大多不变。演示页可以测量你手上的机器。",
  machine: ({ date, cpu, cores, memory, system }) => [
    ["日期", date],
    ["机器", `${cpu}，${cores} 核，${memory} GiB`],
    ["系统", system],
  ],
  versions: "版本",
  how: (rounds) =>
    `所有参与者用同样的输入计算同样的用例，结果一致才开始计时。它们轮流进行：共 ${rounds} 轮，每轮各取一个样本。机器同时在做别的工作，这只会让样本变长，不会变短，所以表中取最短的样本；约 1.5 倍以内的差别应视为噪声。` +
    "出于同样的原因，所有参与者都只用一个线程。代码仓库里的 `tools/bench/RESULTS.md` 有更长时间的运行结果，包括两个线程的结果和每个数字的离散程度。",
  lose: "Saccade 较慢的地方",
  lossColumns: ["用例", "更快的是", "倍数"],
  noLosses: "这次运行中没有。",
  all: "全部用例",
  columns:
    "参考后端是纯 JavaScript，是其他后端的规范。“编译”指步骤记录一次后重放。PyTorch 是 Debian 打包的 1.13 版，在 CPU 上运行，没有融合的注意力。空白表示该库没有参加这个用例。",
  repeat: "要重复测量，请在代码仓库里运行 `pnpm bench`。`tools/bench/README.md` 说明了每个用例和参与者。",
  players: {
    ...english.players,
    reference: "Saccade，参考后端",
    "wasm-compiled": "Saccade，编译",
  },
  workloads: {
    matmul: "方阵乘积",
    softmax: "Softmax",
    layerNorm: "层归一化",
    tanhAdd: "tanh(a + b)",
    transpose: "转置并变为连续",
    attention: "注意力",
    decoding: "解码",
    multiHead: "多头注意力层，一步训练",
    gpt: "小型 GPT，一步训练",
    convolution: "小型卷积网络，一步训练",
    translator: "带注意力的 GRU 翻译器，一步训练",
    nadarayaWatson: "核回归，一步训练",
    oneOp: "单个运算的开销",
    startup: "启动：导入并完成第一个乘积",
  },
};
