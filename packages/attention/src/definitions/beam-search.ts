/** A sequence that a beam search found. */
export interface Hypothesis {
  /** Ending in `eos` if it has ended. */
  readonly tokens: readonly number[];
  /** The sum of the tokens' log-probabilities. */
  readonly logProb: number;
  /** logProb over the length penalty. */
  readonly score: number;
}

/**
 * Keeps the `beamSize` best continuations of the open hypotheses at every step, until that many have ended, or for `maxSteps`
 * (Graves 2012, algorithm 1; score logProb / ((5 + length) / 6)^α: Wu et al. 2016, equation 14). `next` gives the
 * log-probabilities of all tokens after some. Best first.
 *
 * @example beamSearch(() => [Math.log(0.3), Math.log(0.7)], 1, 5, 2)[0].tokens // [1]
 */
export function beamSearch(
  next: (tokens: readonly number[]) => readonly number[],
  eos: number,
  maxSteps: number,
  beamSize: number,
  alpha: number = 0,
): Hypothesis[] {
  const best = (all: Hypothesis[]) => all.toSorted((a, b) => b.score - a.score).slice(0, beamSize);
  let open: Hypothesis[] = [{ tokens: [], logProb: 0, score: 0 }];
  const ended: Hypothesis[] = [];
  for (let length = 1; length <= maxSteps && open.length > 0 && ended.length < beamSize; length++) {
    const grown = open.flatMap(({ tokens, logProb: before }) =>
      next(tokens).map((more, token) => {
        const logProb = before + more;
        return { tokens: [...tokens, token], logProb, score: logProb / ((5 + length) / 6) ** alpha };
      }),
    );
    const kept = best(grown);
    ended.push(...kept.filter(({ tokens }) => tokens.at(-1) === eos));
    open = kept.filter(({ tokens }) => tokens.at(-1) !== eos);
  }
  return best([...ended, ...open]);
}
