/** The token that a pair of tokens becomes. */
export interface Merge {
  /** Pairs of lower rank are merged first. */
  readonly rank: number;
  readonly id: number;
}

interface Found extends Merge {
  /** The position of the pair's left token. */
  readonly at: number;
}

/** The pairs of tokens that become one. */
export class Merges {
  // left id → right id → merged token
  readonly #byLeft: Map<number, Map<number, Merge>> = new Map();

  add(left: number, right: number, merge: Merge): void {
    const row = this.#byLeft.get(left);
    if (row) row.set(right, merge);
    else this.#byLeft.set(left, new Map([[right, merge]]));
  }

  has(left: number, right: number): boolean {
    return this.#byLeft.get(left)?.has(right) ?? false;
  }

  /**
   * Merges the ids of one piece, in place: the pair of the lowest rank first, and of equal ones the leftmost, until no
   * pair has a rank (Sennrich et al. 2016).
   */
  apply(ids: number[]): number[] {
    for (let found = this.#lowest(ids); found !== null; found = this.#lowest(ids)) this.#join(ids, found);
    return ids;
  }

  #of(left: number | undefined, right: number | undefined): Merge | undefined {
    return left === undefined || right === undefined ? undefined : this.#byLeft.get(left)?.get(right);
  }

  #lowest(ids: readonly number[]): Found | null {
    let lowest: Found | null = null;
    for (let i = 1; i < ids.length; i++) {
      const merge = this.#of(ids[i - 1], ids[i]);
      if (merge !== undefined && (lowest === null || merge.rank < lowest.rank)) {
        lowest = { ...merge, at: i - 1 };
      }
    }
    return lowest;
  }

  // Joins this pair and those to the right of it in one pass, which keeps long pieces fast. It stops where a joined token
  // makes a pair of lower rank with a neighbor: that one is next.
  #join(ids: number[], { rank, id, at }: Found): void {
    const [left, right] = [ids[at], ids[at + 1]];
    let length = at;
    let i = at;
    for (let lower = false; i < ids.length && !lower; i++) {
      const both = ids[i] === left && ids[i + 1] === right;
      if (both) i++;
      ids[length++] = both ? id : ids[i]!;
      if (!both) continue;
      const neighbours = [this.#of(ids[length - 2], id), this.#of(id, ids[i + 1])];
      lower = neighbours.some((merge) => merge !== undefined && merge.rank < rank);
    }
    ids.copyWithin(length, i);
    ids.length -= i - length;
  }
}
