/** Tokens and their ids, 0, 1, 2, …, without gaps. */
export class TokenTable {
  readonly #tokens: string[] = [];
  readonly #ids: Map<string, number> = new Map();

  get size(): number {
    return this.#tokens.length;
  }

  /** The token's id, a new one if it has none. */
  add(token: string): number {
    const known = this.#ids.get(token);
    if (known !== undefined) return known;
    this.#ids.set(token, this.#tokens.length);
    return this.#tokens.push(token) - 1;
  }

  id(token: string): number | undefined {
    return this.#ids.get(token);
  }

  token(id: number): string | undefined {
    return this.#tokens[id];
  }

  /** In the order of the ids. */
  get tokens(): readonly string[] {
    return this.#tokens;
  }
}
