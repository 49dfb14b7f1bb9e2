import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Speed: what this browser can do",
  lead: "The same programs in plain JavaScript, with WebAssembly SIMD kernels, on several threads, and as a recorded step. The results are the same; the times differ.",
  again: "Measure again",
  stop: "Stop",
  measuring: (round: number, rounds: number): string => `Measuring here: round ${round + 1} of ${rounds}`,
  measured: (rounds: number): string => `Measured here, now: medians of ${rounds} rounds.`,
  threadsLose: (threads: number, cores: number): string =>
    `Here ${threads} threads are slower than one. The work is small, so waking the other threads and waiting for them takes longer than their help saves; with ${cores} cores reported, the browser's own threads need some of them too.`,
  player: "backend",
  timesReference: "times the reference",
  stepsPerSecond: "steps/s",
  ceiling: "single-thread ceiling",
  absent: "not available; see below",
  players: {
    reference: (_: number): string => "reference (JavaScript)",
    wasm: (_: number): string => "WebAssembly SIMD",
    threads: (count: number): string => `WebAssembly, ${count} threads`,
    compiled: (_: number): string => "WebAssembly, recorded step",
  },
  workloads: {
    matmul: {
      title: "Matrix product",
      text: "256 × 256 times 256 × 256. The ceiling is the speed of a loop of multiply-adds on registers only, on one thread of this machine.",
    },
    attention: {
      title: "Attention",
      text: "Scaled dot-product attention, 4 heads, 256 queries and keys of size 64, forward pass: computed in tiles, without storing the weight matrix.",
    },
    translator: {
      title: "Training step of the translator",
      text: "64 sentence pairs of 10 tokens: forward, backward, clipping and Adam. A recorded step replays only its kernels.",
    },
  },
  factsTitle: "Environment",
  simd: "WebAssembly SIMD: available.",
  noSimd:
    "WebAssembly SIMD: not available, so everything runs in plain JavaScript. Current versions of all major browsers support it.",
  relaxed: "Relaxed SIMD: available and used.",
  noRelaxed: "Relaxed SIMD: not used; the plain kernels run instead, slightly slower.",
  threads: (count: number, cores: number): string => `Threads: ${count}; the browser reports ${cores} cores.`,
  oneThread: (why: string): string => `Threads: one. ${why}`,
  notIsolated:
    "Threads: one. This page has no shared memory (SharedArrayBuffer). The server must send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
};

const zh: typeof en = {
  title: "速度：这个浏览器有多快",
  lead: "同样的程序，分别用普通 JavaScript、WebAssembly SIMD 内核、多线程和录制回放来运行。结果相同，用时不同。",
  again: "重新测量",
  stop: "停止",
  measuring: (round, rounds) => `正在测量：第 ${round + 1} 轮，共 ${rounds} 轮`,
  measured: (rounds) => `本机刚刚测得：${rounds} 轮的中位数。`,
  threadsLose: (threads, cores) =>
    `这里 ${threads} 个线程比单线程慢：计算量很小，唤醒并等待其他线程的时间超过了节省的时间；浏览器报告 ${cores} 个核心，它自己的线程也要占用一部分。`,
  player: "后端",
  timesReference: "相对参考实现的倍数",
  stepsPerSecond: "步/秒",
  ceiling: "单线程的上限",
  absent: "不可用，见下文",
  players: {
    reference: () => "参考实现（JavaScript）",
    wasm: () => "WebAssembly SIMD",
    threads: (count) => `WebAssembly，${count} 线程`,
    compiled: () => "WebAssembly，录制回放",
  },
  workloads: {
    matmul: {
      title: "矩阵乘法",
      text: "256 × 256 乘以 256 × 256。上限是只用寄存器的乘加循环在本机单线程上达到的速度。",
    },
    attention: {
      title: "注意力",
      text: "缩放点积，4 个头，256 个查询与键，每个 64 个数，前向：逐块计算，不存权重矩阵。",
    },
    translator: {
      title: "翻译器的一个训练步",
      text: "64 个句对，每句 10 个词元：前向、反向、裁剪与 Adam。录制回放只重新执行内核。",
    },
  },
  factsTitle: "运行环境",
  simd: "WebAssembly SIMD：可用。",
  noSimd: "WebAssembly SIMD：不可用，所有计算用普通 JavaScript 运行。各大浏览器的当前版本都支持它。",
  relaxed: "Relaxed SIMD：可用，已启用。",
  noRelaxed: "Relaxed SIMD：未启用，改用普通内核，稍慢一些。",
  threads: (count, cores) => `线程：${count} 个，浏览器报告 ${cores} 个核心。`,
  oneThread: (why) => `线程：一个。${why}`,
  notIsolated:
    "线程：一个。本页没有共享内存（SharedArrayBuffer）。服务器须发送响应头 Cross-Origin-Opener-Policy: same-origin 与 Cross-Origin-Embedder-Policy: require-corp。",
};

export const words: Dictionary<typeof en> = { en, zh };
