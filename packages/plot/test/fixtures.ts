/// <reference lib="dom" />
import { JSDOM } from "jsdom";

/** A fresh document, as a page would give. */
export function newDocument(): Document {
  return new JSDOM().window.document;
}

/** Numbers that rise row by row, of shape (rows, cols). */
export function rising(rows: number, cols: number): number[][] {
  return Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => r * cols + c));
}

export function texts(root: Element): string[] {
  return Array.from(root.querySelectorAll("text"), (node) => node.textContent ?? "");
}

/** The heatmap cells: those with a value, and those without. */
export function cells(svg: SVGSVGElement): Element[] {
  return Array.from(svg.querySelectorAll("g[aria-label=rect] rect"));
}
