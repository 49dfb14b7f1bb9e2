export const en = {
  title: "Speed: what this browser can do",
  lead: "The same programs in plain JavaScript, with WebAssembly SIMD kernels, on several threads, as a recorded step, and on the GPU. Results agree up to rounding; this page measures the times.",
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
    gpu: (_: number | null): string => "GPU (WebGPU)",
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
  gpuToo: "Also measure the GPU (WebGPU)",
  gpu: (adapter: string): string => `GPU: ${adapter}. The translator's step is a recorded one.`,
  softwareGPU: (adapter: string): string =>
    `GPU: ${adapter}. This is a GPU in software: it runs on the processor, so it is no faster than WebAssembly.`,
  noGPU: (why: string): string => `GPU: none, so only the processor is measured. ${why}.`,
  notIsolated:
    "Threads: one. This page has no shared memory (SharedArrayBuffer). The server must send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",

  questions: [
    {
      question: "Two matrices of 256 × 256 are multiplied. How much more work are two of 512 × 512?",
      choices: ["2 times", "4 times", "8 times"],
      right: 2,
      answer: "A product takes n³ multiply-adds: with twice the n, eight times as many.",
    },
    {
      question: "Attention over 256 tokens, then over 512. How much more work is it?",
      choices: ["2 times", "4 times", "8 times"],
      right: 1,
      answer: "Every query is compared with every key, and there are twice as many of both.",
    },
    {
      question:
        "A training step of the translator runs on two threads instead of one. How do its numbers change?",
      choices: ["not at all", "in the last digits", "from run to run"],
      right: 0,
      answer:
        "Work is split by shapes alone, so any number of threads gives the same bits. How much faster it is depends on the machine: measure it above.",
    },
  ],
};
