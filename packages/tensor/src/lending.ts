import { ArgumentError } from "@saccade/contract";

/** State that is lent out for the time of a call. */
export interface Loan {
  /** The function that lends it. */
  readonly to: string;
  /** The objects that are lent. */
  readonly objects: ReadonlySet<object>;
  /** Restores their state. */
  readonly takeBack: () => void;
  /** Whether the call returned a promise that has not settled. */
  pending: boolean;
  /** Whether the loan has ended. */
  over: boolean;
}

/**
 * State of one kind that is lent out now. Code that may not touch it meanwhile needs only this, and no {@link Lender}.
 *
 * @example new Loans().refuse("f", "box", [{}]) // undefined
 */
export class Loans {
  /** The loans that have not ended, in the order of their calls. */
  readonly open: Loan[] = [];

  /** @throws ArgumentError while one of the objects is lent to a call that returned a promise. */
  refuse(what: string, owner: string, objects: readonly object[]): void {
    const loan = this.open.find((one) => one.pending && objects.some((object) => one.objects.has(object)));
    if (loan !== undefined)
      throw new ArgumentError(
        `${what}: ${owner} is lent to an asynchronous ${loan.to} that has not ended; await what it returned first.`,
      );
  }
}

/**
 * Lends out state of one kind, such as the fields of modules, for the time of a callback: until it returns, or until the
 * promise that it returns settles. Meanwhile other calls that need the state throw. A call inside of another one ends first.
 *
 * @example
 * const lender = new Lender();
 * const box = { value: 1 };
 * const borrow = () => { box.value = 2; return () => { box.value = 1; }; };
 * lender.lend("f", "box", [box], borrow, () => box.value) // 2
 */
export class Lender {
  readonly #loans: Loans;

  /** @param loans where other code sees what is lent. Default: its own. */
  constructor(loans: Loans = new Loans()) {
    this.#loans = loans;
  }

  /**
   * Calls `work` after `give`, which lends the state of `objects` and returns the function that takes it back afterwards.
   *
   * @param what the function called, and `owner` what it lends, for errors
   * @throws ArgumentError while one of the objects is lent to a call that returned a promise.
   */
  lend<T>(what: string, owner: string, objects: readonly object[], give: () => () => void, work: () => T): T {
    this.refuse(what, owner, objects);
    const takeBack = give();
    const loan: Loan = { to: what, objects: new Set(objects), takeBack, pending: false, over: false };
    this.#loans.open.push(loan);
    let result: T;
    try {
      result = work();
    } catch (error) {
      this.#end(loan);
      throw error;
    }
    if (result instanceof Promise) {
      loan.pending = true;
      return result.finally(() => this.#end(loan)) as T;
    }
    this.#end(loan);
    return result;
  }

  /** {@link Loans.refuse} of its loans. */
  refuse(what: string, owner: string, objects: readonly object[]): void {
    this.#loans.refuse(what, owner, objects);
  }

  // Loans end in reverse order. A call that ended before a nested one waits for it.
  #end(loan: Loan): void {
    loan.pending = false;
    loan.over = true;
    const { open } = this.#loans;
    for (let i = open.length - 1; i >= 0; i--) {
      const one = open[i]!;
      const inner = open.slice(i + 1);
      if (!one.over || inner.some((later) => overlaps(later.objects, one.objects))) continue;
      open.splice(i, 1);
      one.takeBack();
    }
  }
}

function overlaps(a: ReadonlySet<object>, b: ReadonlySet<object>): boolean {
  for (const object of a) if (b.has(object)) return true;
  return false;
}
