import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Speed: what this browser can do",
  lead: "The same programs on plain JavaScript, on SIMD kernels in WebAssembly, on all cores, and as a recorded step. The results are the same; the time is not.",
  run: "Measure here",
  again: "Measure again",
  stop: "Stop",
  measuring: (round: number, rounds: number): string => `Measuring here: round ${round + 1} of ${rounds}`,
  measured: "Measured here: medians.",
  before: (where: string, date: string): string => `Measured beforehand, ${date}: ${where}.`,
  player: "computed by",
  timesReference: "times the reference",
  stepsPerSecond: "steps/s",
  ceiling: "ceiling of one thread",
  absent: "not here; see below",
  players: {
    reference: (_: number): string => "reference (JavaScript)",
    wasm: (_: number): string => "WebAssembly SIMD",
    threads: (count: number): string => `WebAssembly, ${count} threads`,
    compiled: (_: number): string => "WebAssembly, recorded step",
  },
  workloads: {
    matmul: {
      title: "A matrix product",
      text: "256 × 256 times 256 × 256. The ceiling is what a loop of multiply-adds that touches registers only reaches here, on one thread.",
    },
    attention: {
      title: "Attention",
      text: "Scaled dot products, 4 heads, 256 queries and keys of 64 numbers, forward: tile by tile, without the matrix of weights.",
    },
    translator: {
      title: "A training step of the translator",
      text: "64 sentence pairs of 10 tokens: forward, backward, clipping and Adam. A recorded step replays its kernels, with no work between them.",
    },
  },
  factsTitle: "What it ran on",
  simd: "WebAssembly SIMD: there.",
  noSimd:
    "WebAssembly SIMD: not here, so everything runs on plain JavaScript. Current versions of all large browsers have it.",
  relaxed: "Relaxed SIMD: there, and used.",
  noRelaxed: "Relaxed SIMD: not used here; the plain kernels run instead, a little slower.",
  threads: (count: number, cores: number): string =>
    `Threads: ${count}, of ${cores} that the browser admits to.`,
  oneThread: (why: string): string => `Threads: one. ${why}`,
  notIsolated:
    "Threads: one. This page has no shared memory (SharedArrayBuffer). Its server must send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
};

const zh: typeof en = {
  title: "速度：这个浏览器能做到多快",
  lead: "同样的程序，分别在普通 JavaScript、WebAssembly 的 SIMD 内核、所有核心上以及作为录制的步骤运行。结果相同，时间不同。",
  run: "在此测量",
  again: "重新测量",
  stop: "停止",
  measuring: (round, rounds) => `正在此处测量：第 ${round + 1} 轮，共 ${rounds} 轮`,
  measured: "在此测得：取中位数。",
  before: (where, date) => `事先测得，${date}：${where}。`,
  player: "计算者",
  timesReference: "相对参考实现的倍数",
  stepsPerSecond: "步/秒",
  ceiling: "单线程的上限",
  absent: "此处没有，见下文",
  players: {
    reference: () => "参考实现（JavaScript）",
    wasm: () => "WebAssembly SIMD",
    threads: (count) => `WebAssembly，${count} 线程`,
    compiled: () => "WebAssembly，录制的步骤",
  },
  workloads: {
    matmul: {
      title: "矩阵乘积",
      text: "256 × 256 乘以 256 × 256。上限是一个只用寄存器的乘加循环在此处单线程达到的速度。",
    },
    attention: {
      title: "注意力",
      text: "缩放点积，4 个头，256 个查询与键，每个 64 个数，前向：逐块计算，不存权重矩阵。",
    },
    translator: {
      title: "翻译器的一个训练步",
      text: "64 个句对，每句 10 个词元：前向、反向、裁剪与 Adam。录制的步骤重放内核，其间不做别的事。",
    },
  },
  factsTitle: "运行环境",
  simd: "WebAssembly SIMD：有。",
  noSimd: "WebAssembly SIMD：此处没有，一切在普通 JavaScript 上运行。各大浏览器的当前版本都支持它。",
  relaxed: "Relaxed SIMD：有，并已使用。",
  noRelaxed: "Relaxed SIMD：此处未使用，改用普通内核，稍慢一些。",
  threads: (count, cores) => `线程：${count} 个，浏览器承认有 ${cores} 个核心。`,
  oneThread: (why) => `线程：一个。${why}`,
  notIsolated:
    "线程：一个。本页没有共享内存（SharedArrayBuffer）。服务器须发送响应头 Cross-Origin-Opener-Policy: same-origin 与 Cross-Origin-Embedder-Policy: require-corp。",
};

export const words: Dictionary<typeof en> = { en, zh };
