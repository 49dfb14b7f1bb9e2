// Code that runs synchronously or asynchronously: a generator yields the result of every call that may be a promise.

/** Steps that end in a value. */
export type Steps<T> = Generator<unknown, T, unknown>;

/** A call that may give a promise, as a step. */
export function* call<T>(action: () => T | Promise<T>): Steps<T> {
  return (yield action()) as T;
}

/** Steps whose failure does not matter. */
export function* ignoreFailure(steps: Steps<unknown>): Steps<void> {
  try {
    yield* steps;
  } catch {}
}

/** Runs steps that give no promises. */
export function runSync<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

/** Runs steps, awaiting the promises. */
export async function runAsync<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    const [result] = await Promise.allSettled([step.value]);
    step = result.status === "fulfilled" ? steps.next(result.value) : steps.throw(result.reason);
  }
  return step.value;
}
