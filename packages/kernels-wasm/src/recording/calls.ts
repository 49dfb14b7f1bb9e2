/** A function of the compiled module, or a closure without arguments. */
export type Callee = (...args: number[]) => unknown;

/** The most arguments of a call that is written out; others are spread from a list, which costs a little more. */
const mostWritten = 9;
const noList: number[] = [];

/** Calls of functions with numbers, in order: noted once, made again many times. */
export class Calls {
  readonly #functions: Callee[] = [];
  readonly #counts: number[] = [];
  readonly #starts: number[] = [];
  // The arguments of calls with more of them than `run` writes out.
  readonly #lists: number[][] = [];
  #numbers: number[] = [];
  #args: Float64Array = new Float64Array(0);

  get length(): number {
    return this.#functions.length;
  }

  add(f: Callee, args: readonly number[]): void {
    this.#functions.push(f);
    this.#counts.push(args.length);
    this.#starts.push(this.#numbers.length);
    for (const arg of args) this.#numbers.push(arg);
    this.#lists.push(args.length > mostWritten ? [...args] : noList);
  }

  /** Forgets all calls from `length` on. */
  truncate(length: number): void {
    if (length >= this.length) return;
    this.#numbers.length = this.#starts[length]!;
    this.#functions.length = length;
    this.#counts.length = length;
    this.#starts.length = length;
    this.#lists.length = length;
  }

  /** Nothing is added after this. */
  seal(): void {
    this.#args = Float64Array.from([...this.#numbers, ...new Array<number>(mostWritten).fill(0)]);
    this.#numbers = [];
  }

  /** Makes the calls from `start` up to `end`. Written out by number of arguments: a spread costs more than a call. */
  run(start: number, end: number): void {
    const functions = this.#functions;
    const counts = this.#counts;
    const a = this.#args;
    let i = this.#starts[start]!;
    for (let call = start; call < end; call++) {
      const f = functions[call]!;
      const n = counts[call]!;
      // Arguments beyond a function's parameters are ignored.
      if (n <= 4) f(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!);
      else if (n <= 7) f(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!, a[i + 4]!, a[i + 5]!, a[i + 6]!);
      else if (n <= mostWritten)
        f(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!, a[i + 4]!, a[i + 5]!, a[i + 6]!, a[i + 7]!, a[i + 8]!);
      else f(...this.#lists[call]!);
      i += n;
    }
  }
}
