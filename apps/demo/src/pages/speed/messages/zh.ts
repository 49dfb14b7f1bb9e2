import type { en } from "./en.ts";

export const zh: typeof en = {
  title: "速度：这个浏览器有多快",
  lead: "同样的程序，分别用普通 JavaScript、WebAssembly SIMD 内核、多线程、录制回放和 GPU 来运行。结果在舍入误差内一致，本页测量用时。",
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
    gpu: () => "GPU（WebGPU）",
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
  gpuToo: "同时测量 GPU（WebGPU）",
  gpu: (adapter) => `GPU：${adapter}。翻译器的训练步使用录制回放。`,
  softwareGPU: (adapter) => `GPU：${adapter}。这是软件模拟的 GPU，在处理器上运行，不会比 WebAssembly 快。`,
  noGPU: (why) => `GPU：无，只测量处理器。${why}。`,
  notIsolated:
    "线程：一个。本页没有共享内存（SharedArrayBuffer）。服务器须发送响应头 Cross-Origin-Opener-Policy: same-origin 与 Cross-Origin-Embedder-Policy: require-corp。",

  questions: [
    {
      question: "两个 256 × 256 的矩阵相乘。换成 512 × 512，计算量是原来的多少倍？",
      choices: ["2 倍", "4 倍", "8 倍"],
      right: 2,
      answer: "乘积要做 n³ 次乘加：n 加倍，次数是原来的八倍。",
    },
    {
      question: "注意力从 256 个词元增加到 512 个，计算量是原来的多少倍？",
      choices: ["2 倍", "4 倍", "8 倍"],
      right: 1,
      answer: "每个查询都要与每个键比较，而两者都多了一倍。",
    },
    {
      question: "翻译模型的一个训练步从单线程改为两个线程，算出的数会怎样变化？",
      choices: ["完全不变", "末几位不同", "每次都不同"],
      right: 0,
      answer: "任务只按形状划分，所以无论多少个线程，结果逐位相同。能快多少取决于机器，请在上面测量。",
    },
  ],
};
