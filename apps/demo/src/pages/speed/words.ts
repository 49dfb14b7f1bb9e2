import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Speed: what this browser can do",
  lead: "The same programs in plain JavaScript, with WebAssembly SIMD kernels, on several threads, and as a recorded step. Results agree up to rounding; this page measures the times.",
  start: "Measure",
  notYet: "Nothing is measured yet. Measuring uses the processor for some seconds.",
  again: "Measure again",
  stop: "Stop",
  measuring: (round: number, rounds: number): string => `Measuring here: round ${round + 1} of ${rounds}`,
  measured: (rounds: number): string =>
    rounds === 1 ? "Measured here, now: one round." : `Measured here, now: medians of ${rounds} rounds.`,
  stopped: (rounds: number): string => `Stopped in round ${rounds + 1}: medians of what was measured so far.`,
  compared: (name: string, times: string): string => `${name}: ${times} times the speed of one thread.`,
  player: "backend",
  timesReference: "times the reference",
  stepsPerSecond: "steps/s",
  ceiling: "in registers only, one thread",
  absent: "not available; see below",
  players: {
    reference: (_: number | null): string => "reference (JavaScript)",
    wasm: (_: number | null): string => "WebAssembly SIMD",
    threads: (count: number | null): string => `WebAssembly, ${count ?? "several"} threads`,
    compiled: (_: number | null): string => "WebAssembly, recorded step",
  },
  workloads: {
    matmul: {
      title: "Matrix product",
      text: "256 × 256 times 256 × 256. For comparison, a loop of multiply-adds in registers only, on one thread.",
    },
    attention: {
      title: "Attention",
      text: "Scaled dot-product attention, 4 heads, 256 queries and keys of size 64, forward pass. The weights are not returned.",
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
  noRelaxed: "Relaxed SIMD: not used; the plain kernels run instead.",
  threads: (count: number, cores: number): string => `Threads: ${count}; the browser reports ${cores} cores.`,
  oneThread: (why: string): string => `Threads: one. ${why}`,
  notIsolated:
    "Threads: one. This page has no shared memory (SharedArrayBuffer). The server must send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
};

const zh: typeof en = {
  title: "速度：这个浏览器有多快",
  lead: "同样的程序，分别用普通 JavaScript、WebAssembly SIMD 内核、多线程和录制回放来运行。结果在舍入误差内一致，本页测量用时。",
  start: "开始测量",
  notYet: "尚未测量。测量会占用处理器若干秒。",
  again: "重新测量",
  stop: "停止",
  measuring: (round, rounds) => `正在测量：第 ${round + 1} 轮，共 ${rounds} 轮`,
  measured: (rounds) => `本机刚刚测得：${rounds} 轮的中位数。`,
  stopped: (rounds) => `在第 ${rounds + 1} 轮停止：以下是已测结果的中位数。`,
  compared: (name, times) => `${name}：速度是单线程的 ${times} 倍。`,
  player: "后端",
  timesReference: "相对参考实现的倍数",
  stepsPerSecond: "步/秒",
  ceiling: "只用寄存器，单线程",
  absent: "不可用，见下文",
  players: {
    reference: () => "参考实现（JavaScript）",
    wasm: () => "WebAssembly SIMD",
    threads: (count) => `WebAssembly，${count ?? "多"} 线程`,
    compiled: () => "WebAssembly，录制回放",
  },
  workloads: {
    matmul: {
      title: "矩阵乘法",
      text: "256 × 256 乘以 256 × 256。作为对照，另测只用寄存器的乘加循环在单线程上的速度。",
    },
    attention: {
      title: "注意力",
      text: "缩放点积，4 个头，256 个查询与键，每个 64 个数，前向，不返回权重。",
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
  noRelaxed: "Relaxed SIMD：未启用，改用普通内核。",
  threads: (count, cores) => `线程：${count} 个，浏览器报告 ${cores} 个核心。`,
  oneThread: (why) => `线程：一个。${why}`,
  notIsolated:
    "线程：一个。本页没有共享内存（SharedArrayBuffer）。服务器须发送响应头 Cross-Origin-Opener-Policy: same-origin 与 Cross-Origin-Embedder-Policy: require-corp。",
};

export const words: Dictionary<typeof en> = { en, zh };
