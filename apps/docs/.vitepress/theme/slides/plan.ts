/** The kind of a chapter's block, for its slides. */
export type BlockKind =
  | "heading"
  | "text"
  | "list"
  | "formula"
  | "table"
  | "figure"
  | "code"
  | "output"
  | "box"
  | "question"
  | "answer"
  | "task"
  | "skip";

export interface Block {
  readonly kind: BlockKind;
  /** Its height on a slide, in lines of text. */
  readonly lines: number;
  /** Whether it introduces what follows: a text that ends with a colon. */
  readonly leads?: boolean;
}

export type SlideKind = "title" | "text" | "figure" | "program" | "mistake" | "exercise";

export interface Slide {
  readonly kind: SlideKind;
  /** Indices of blocks. The heading is that of the section, which several slides may share. */
  readonly heading: number;
  readonly blocks: readonly number[];
}

/** Lines of text that a slide of 1280 by 720 holds below its title. */
const room = 13;
/** Lines that the first slide holds, whose title is larger. */
const titleRoom = 7;
/** Lines that it holds in smaller letters, so that no slide is left with a line or two. */
const tight = 17;
/** Texts of at most so many lines share a slide with the program or figure that follows. */
const short = 3;

/**
 * Divides a chapter into slides: its title, and for each section text with formulas and tables, each figure with its caption,
 * programs with their output, boxes, and each exercise with its answer. The first block is the chapter's title.
 */
export function planSlides(blocks: readonly Block[]): Slide[] {
  const slides: Slide[] = [];
  const shown = blocks.flatMap(({ kind }, i) => (kind === "skip" ? [] : [i]));
  let heading = 0;
  let kind: SlideKind = "title";
  let open: number[] = [];

  const linesOf = (list: readonly number[]): number => list.reduce((sum, i) => sum + blocks[i]!.lines, 0);
  const is = (i: number | undefined, ...kinds: readonly BlockKind[]): boolean =>
    i !== undefined && kinds.includes(blocks[i]!.kind);
  const isLead = (i: number | undefined): boolean => is(i, "text") && blocks[i!]!.leads === true;

  const close = (): void => {
    const before = slides.at(-1);
    const joins = kind === "text" && before?.kind === "text" && before.heading === heading;
    if (joins && linesOf(open) <= short && linesOf(before.blocks) + linesOf(open) <= tight) {
      slides[slides.length - 1] = { ...before, blocks: [...before.blocks, ...open] };
    } else if (open.length > 0 || kind === "title") slides.push({ kind, heading, blocks: open });
    open = [];
    kind = "text";
  };
  const add = (kind: SlideKind, list: readonly number[]): void => {
    close();
    slides.push({ kind, heading, blocks: list });
  };
  /** The end of the open slide that belongs to the figure or program that follows. */
  const takeLead = (): number[] => {
    if (kind !== "title" && linesOf(open) <= short) return open.splice(0);
    return isLead(open.at(-1)) ? open.splice(-1) : [];
  };
  /** Takes from the list of blocks to come those at its front that are of these kinds. */
  const take = (queue: number[], ...kinds: readonly BlockKind[]): number[] => {
    const end = queue.findIndex((i) => !is(i, ...kinds));
    return queue.splice(0, end < 0 ? queue.length : end);
  };
  /** Takes the text after a figure or a program, which says what it shows, as far as there is room for it. */
  const takeRemarks = (queue: number[], used: number): number[] => {
    const remarks: number[] = [];
    while (is(queue[0], "text") && !isLead(queue[0]) && remarks.length < 2) {
      if (remarks.length > 0 && used + linesOf(remarks) + blocks[queue[0]!]!.lines > tight) break;
      remarks.push(queue.shift()!);
    }
    return remarks;
  };
  const addText = (i: number): void => {
    // A formula or a table stays with the text before it.
    const last = open.at(-1);
    const bound = isLead(last) || (kind !== "title" && is(last, "text") && !is(i, "text", "list"));
    const limit = kind === "title" ? titleRoom : bound && open.length === 1 ? tight : room;
    const full = linesOf(open) + blocks[i]!.lines > limit || (kind === "title" && !is(i, "text"));
    if (full && open.length > 0) {
      const carried = bound && open.length > 1 ? open.splice(-1) : [];
      close();
      open = carried;
    }
    open.push(i);
  };
  /** Divides programs and outputs that follow each other: an output ends a slide, and so does a full one. */
  const inParts = (list: readonly number[]): number[][] => {
    const parts: number[][] = [];
    for (const i of list) {
      const part = parts.at(-1);
      const full = part !== undefined && linesOf(part) + blocks[i]!.lines > room;
      if (part === undefined || (is(i, "code") && (full || is(part.at(-1), "output")))) parts.push([i]);
      else part.push(i);
    }
    return parts;
  };

  const queue = [...shown];
  for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
    if (is(i, "heading")) {
      if (slides.length > 0 || i !== shown[0]) close();
      heading = i;
    } else if (is(i, "text", "list", "formula", "table")) addText(i);
    else if (is(i, "figure")) {
      const lead = takeLead();
      add("figure", [...lead, i, ...takeRemarks(queue, linesOf(lead))]);
    } else if (is(i, "code", "output")) {
      const parts = inParts([i, ...take(queue, "code", "output")]);
      const lead = takeLead();
      const last = parts.at(-1)!;
      parts[0] = [...lead, ...parts[0]!];
      const remarks = takeRemarks(queue, linesOf(last));
      parts.forEach((part, k) => {
        add("program", k === parts.length - 1 ? [...part, ...remarks] : part);
      });
    } else if (is(i, "box")) add("mistake", [i, ...takeRemarks(queue, room)]);
    else if (is(i, "question"))
      add("exercise", [i, ...take(queue, "answer", "text", "formula", "code", "output")]);
    // Those that the playground checks, together.
    else add("exercise", [i, ...take(queue, "task")]);
  }
  close();
  return slides;
}
