interface Words {
  readonly headline: string;
  readonly input: (name: string) => string;
  readonly steps: string;
  readonly step: (done: number, all: number, name: string | undefined) => string;
  readonly graph: string;
  readonly value: string;
  readonly gradient: string;
  readonly node: (formula: string, value: string, grad: string | undefined) => string;
  readonly none: (name: string) => string;
  readonly way: (slope: string, grad: string, through: string) => string;
  readonly sum: (name: string, terms: string, grad: string) => string;
  readonly last: string;
  readonly nudge: (name: string, by: string, real: string, told: string) => string;
  readonly caption: string;
}

const en: Words = {
  headline: "a is used twice, so what comes back on its two ways is added.",
  input: (name) => `Input ${name}`,
  steps: "Steps back",
  step: (done, all, name) =>
    name === undefined ? `${done} of ${all}` : `${done} of ${all}: ${name} passes its gradient on`,
  graph: "The values of y = tanh(a · b + c) · a, from the inputs to y",
  value: "value",
  gradient: "gradient",
  node: (formula, value, grad) =>
    grad === undefined
      ? `${formula}, value ${value}, no gradient yet`
      : `${formula}, value ${value}, gradient ${grad}`,
  none: (name) => `No gradient has reached ${name} yet.`,
  way: (slope, grad, through) => `${slope} · ${grad} through ${through}`,
  sum: (name, terms, grad) => `Gradient of ${name}: ${terms} = ${grad}`,
  last: "The gradient of y by itself is 1. From here the gradients go back.",
  nudge: (name, by, real, told) => `Move ${name} by ${by}: y moves by ${real}. The gradient says ${told}.`,
  caption:
    "Values go forward. On the way back, each arrow multiplies by its slope, the number on it. Choose a value to see its arrows.",
};

const zh: Words = {
  headline: "a 用了两次，它的梯度是两条路上传回来的和。",
  input: (name) => `输入 ${name}`,
  steps: "反向的步数",
  step: (done, all, name) =>
    name === undefined ? `${done} / ${all}` : `${done} / ${all}：${name} 把梯度往回传`,
  graph: "y = tanh(a · b + c) · a 的各个值，从输入到 y",
  value: "值",
  gradient: "梯度",
  node: (formula, value, grad) =>
    grad === undefined ? `${formula}，值 ${value}，还没有梯度` : `${formula}，值 ${value}，梯度 ${grad}`,
  none: (name) => `还没有梯度传到 ${name}。`,
  way: (slope, grad, through) => `${slope} · ${grad}（经 ${through}）`,
  sum: (name, terms, grad) => `${name} 的梯度：${terms} = ${grad}`,
  last: "y 对自己的梯度是 1，梯度从这里往回传。",
  nudge: (name, by, real, told) => `把 ${name} 增加 ${by}，y 的变化是 ${real}；按梯度估计是 ${told}。`,
  caption: "值向前算。往回传时，每条箭头乘以它上面的斜率。选择一个值，看它的箭头。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
