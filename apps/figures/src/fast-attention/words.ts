import type { Lang } from "../index.ts";

export interface Words {
  readonly headline: string;
  readonly block: string;
  readonly blockOf: (from: number, to: number) => string;
  readonly tile: string;
  readonly tileOf: (tile: number, tiles: number) => string;
  readonly back: string;
  readonly next: string;
  readonly causal: string;
  readonly follow: string;
  readonly scores: string;
  readonly kept: string;
  readonly value: (component: number) => string;
  readonly output: (component: number) => string;
  readonly update: string;
  readonly largest: string;
  readonly factor: string;
  readonly powers: string;
  readonly sum: string;
  readonly keys: string;
  readonly queries: string;
  readonly map: (block: number, tile: number, skipped: number) => string;
  readonly first: (query: number, m: string) => string;
  readonly grows: (query: number, from: string, to: string, factor: string) => string;
  readonly stays: (query: number, m: string) => string;
  readonly ends: (output: string, matches: boolean) => string;
  readonly held: (held: number, all: number) => string;
  readonly caption: string;
}

const en: Words = {
  headline: "Four scores at a time are enough: if a larger one comes, the sum so far shrinks.",
  block: "Block of queries",
  blockOf: (from, to) => `${from}–${to}`,
  tile: "Tile of keys",
  tileOf: (tile, tiles) => `${tile} of ${tiles}`,
  back: "Back",
  next: "Next tile",
  causal: "Causal mask",
  follow: "Follow query",
  scores: "Scores of this tile, and its values",
  kept: "Kept for each query",
  value: (component) => `v, ${component}`,
  output: (component) => `output, ${component}`,
  update: "The update with its numbers",
  largest: "largest",
  factor: "factor",
  powers: "terms",
  sum: "sum",
  keys: "keys",
  queries: "queries",
  map: (block, tile, skipped) =>
    `Matrix of 4 by 4 tiles: block ${block} reads tile ${tile}; ${skipped} tiles are skipped`,
  first: (query, m) => `The first tile: query ${query} starts with its largest score, ${m}.`,
  grows: (query, from, to, factor) =>
    `Query ${query} meets a larger score, ${to} instead of ${from}: its sum and its output so far shrink to ${factor} of what they were.`,
  stays: (query, m) =>
    `Query ${query} meets nothing larger than ${m}: the factor is 1, and the tile is only added.`,
  ends: (output, matches) =>
    `All keys are read: o / l = (${output}), ${matches ? "the same as the definition’s output" : "not the definition’s output"}.`,
  held: (held, all) => `In memory: ${held} numbers. The matrix of scores: ${all}.`,
  caption:
    "Of each tile remain the largest score m, the sum l and the output o; its scores are overwritten. Bold: the largest score so far; shaded: e to the power of score − m.",
};

const zh: Words = {
  headline: "一次四个分数就够了：遇到更大的分数，此前的和就按比例缩小。",
  block: "查询块",
  blockOf: (from, to) => `${from}–${to}`,
  tile: "键的块",
  tileOf: (tile, tiles) => `第 ${tile} 块，共 ${tiles} 块`,
  back: "后退",
  next: "下一块",
  causal: "因果掩码",
  follow: "跟踪查询",
  scores: "这一块的分数，以及对应的值",
  kept: "每个查询保留的数",
  value: (component) => `v，${component}`,
  output: (component) => `输出，${component}`,
  update: "代入数字的更新",
  largest: "最大值",
  factor: "系数",
  powers: "各项",
  sum: "和",
  keys: "键",
  queries: "查询",
  map: (block, tile, skipped) =>
    `4×4 个块组成的矩阵：第 ${block} 块查询正在读第 ${tile} 块键；跳过 ${skipped} 块`,
  first: (query, m) => `第一块：查询 ${query} 从自己的最大分数 ${m} 开始。`,
  grows: (query, from, to, factor) =>
    `查询 ${query} 遇到更大的分数：最大值从 ${from} 变为 ${to}，此前的和与输出缩小为原来的 ${factor}。`,
  stays: (query, m) => `查询 ${query} 没有遇到比 ${m} 更大的分数：系数为 1，只需把这一块加上。`,
  ends: (output, matches) =>
    `所有键都已读完：o / l = (${output})，${matches ? "与定义的输出相同" : "与定义的输出不同"}。`,
  held: (held, all) => `内存中：${held} 个数。完整的分数矩阵：${all} 个数。`,
  caption:
    "每一块只留下最大分数 m、和 l 与输出 o，它的分数随后被覆盖。粗体是目前为止的最大分数，底色的深浅表示 e 的（分数 − m）次方。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
