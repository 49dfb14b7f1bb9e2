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

/** Lines of text that a slide of 1280 by 720 holds below its title, and the first one, whose title is larger. */
const room = { text: 13, title: 7 };
/** Texts of at most so many lines share a slide with the program or figure that follows. */
const short = 3;

/** The slides that blocks other than text begin, and what may follow on them. */
const own: Readonly<Partial<Record<BlockKind, readonly [SlideKind, ...BlockKind[]]>>> = {
  figure: ["figure"],
  code: ["program", "code", "output"],
  output: ["program", "output"],
  box: ["mistake"],
  question: ["exercise", "answer", "text", "formula", "code", "output"],
  answer: ["exercise"],
  task: ["exercise", "task"],
};

/**
 * Divides a chapter into slides: its title, and for each section text with formulas and tables, each figure with its caption,
 * programs with their output, boxes, and each exercise with its answer. The first block is the chapter's title.
 */
export function planSlides(blocks: readonly Block[]): Slide[] {
  const slides: Slide[] = [];
  const queue = blocks.flatMap(({ kind }, i) => (kind === "skip" ? [] : [i]));
  let heading = queue[0] ?? 0;
  /** Text of the section that is on no slide yet. */
  let open: number[] = [];

  const isLead = (i: number | undefined): boolean => i !== undefined && blocks[i]!.leads === true;
  const lines = (list: readonly number[]): number => list.reduce((sum, i) => sum + blocks[i]!.lines, 0);
  const close = (): void => {
    const kind = slides.length === 0 ? "title" : "text";
    if (open.length > 0 || kind === "title") slides.push({ kind, heading, blocks: open });
    open = [];
  };

  for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
    const { kind } = blocks[i]!;
    if (kind === "heading") {
      if (i !== heading) close();
      heading = i;
      continue;
    }
    const found = own[kind];
    if (found === undefined) {
      const isFirst = slides.length === 0;
      const isFull = lines([...open, i]) > (isFirst ? room.title : room.text);
      if (isFull || (isFirst && kind !== "text")) {
        // A formula or a table stays with the text before it.
        const bound = isLead(open.at(-1)) || (!isFirst && /formula|table/.test(kind));
        const carried = bound && open.length > 1 ? open.splice(-1) : [];
        if (isFirst || open.length > 0) close();
        open = carried;
      }
      open.push(i);
      continue;
    }
    const [slide, ...follow] = found;
    // A short text, or else the one that leads to it, shares the slide of a figure or a program.
    const isShown = slide === "figure" || slide === "program";
    const isShort = slides.length > 0 && lines(open) <= short;
    const lead = isShown && (isShort || isLead(open.at(-1))) ? open.splice(isShort ? 0 : -1) : [];
    close();
    const all = [...lead, i];
    // An output ends a slide.
    for (let last: BlockKind = kind; queue.length > 0; ) {
      const next = blocks[queue[0]!]!.kind;
      if (!follow.includes(next) || (slide === "program" && last === "output" && next === "code")) break;
      all.push(queue.shift()!);
      last = next;
    }
    // The text after a figure, a program or a box says what it shows.
    const remark = blocks[queue[0] ?? -1];
    if (slide !== "exercise" && remark?.kind === "text" && !remark.leads) all.push(queue.shift()!);
    slides.push({ kind: slide, heading, blocks: all });
  }
  close();
  return slides;
}
