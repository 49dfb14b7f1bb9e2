import { ArgumentError, badArgument, checkFunction } from "@saccade/contract";
import { type Handle, isHandle } from "./handle.ts";
import { adopt, catchInNet, currentScope, enterScope, giveUp, makeLasting, retain } from "./lifetime.ts";
import { isPlainObject } from "./plain-object.ts";

/**
 * A method that returns the tensors an object holds, so that a scope which returns the object keeps them. Modules have
 * it; arrays, plain objects, Maps and Sets do not need it.
 */
export const tensorsOf: unique symbol = Symbol.for("saccade.tensorsOf");

/** An object that lists the tensors it holds. See {@link tensorsOf}. */
export interface TensorHolder {
  [tensorsOf](): Iterable<Handle>;
}

/**
 * Frees a tensor before its scope or the garbage collector would. Later use throws; views of it stay usable. A second
 * call does nothing.
 *
 * @throws ArgumentError unless `tensor` is a tensor.
 * @example
 * const x = ones([1000]);
 * dispose(x);
 * x.sum(); // throws FreedTensorError
 */
export function dispose(tensor: Handle): void {
  if (!isHandle(tensor)) throw badArgument("dispose", "tensor", "a tensor", tensor);
  tensor.disposed = true;
  giveUp(tensor);
}

/**
 * Keeps the tensors in a value (a tensor, array, object or module) beyond every open scope; the garbage collector frees
 * them later. Returns the value.
 *
 * @throws ArgumentError for a value that cannot hold tensors.
 * @example
 * let table = ones([1]);
 * scope(() => { table = keep(ones([10, 4])); });
 * table.shape // [10, 4]
 */
export function keep<T>(value: T): T {
  if (typeof value !== "object" || value === null)
    throw badArgument("keep", "value", "a tensor, or an array or object that holds some", value);
  for (const tensor of tensorsIn(value)) {
    tensor.kept = true;
    makeLasting(tensor);
  }
  return value;
}

/**
 * Runs `f` and frees every tensor made inside, except the ones in its return value (found through arrays, plain
 * objects, Maps, Sets and modules) and the ones passed to {@link keep}.
 *
 * @throws ArgumentError unless `f` is a function, and when it returns a promise: a scope cannot stay open across an await.
 * @example scope(() => tensor([3, 4]).square().sum().sqrt()) // tensor(5)
 */
export function scope<T>(f: () => T): T {
  checkFunction("scope", "f", f, "write scope(() => …)");
  if (opening.length > 0) runAll(opening);
  const mine: Handle[] = [];
  const outer = enterScope(mine);
  const escaped: Handle[] = [];
  try {
    const result = f();
    refusePromise("scope", result);
    if (outer === null) runAll(ending, true);
    for (const tensor of tensorsIn(result)) if (tensor.owned) escaped.push(retain(tensor));
    return result;
  } finally {
    if (outer === null) runAll(ending, false);
    enterScope(outer);
    // By index: V8's interpreter, which runs the first steps of a program, is slow at iterators.
    for (let i = 0; i < mine.length; i++) {
      const tensor = mine[i]!;
      if (!tensor.kept) giveUp(tensor);
      else if (tensor.owned && !tensor.inNet) catchInNet(tensor);
    }
    for (let i = 0; i < escaped.length; i++) adopt(escaped[i]!);
  }
}

// Work for when the next scope opens, and for the end of the outermost one, or of a captured step.
const opening: (() => void)[] = [];
let ending: ((completed: boolean) => void)[] = [];

function runAll<A extends unknown[]>(works: ((...args: A) => void)[], ...args: A): void {
  if (works.length > 0) for (const work of works.splice(0)) work(...args);
}

/**
 * Runs `work` when the next scope opens.
 *
 * @example whenScopeOpens(() => {}) // undefined
 */
export function whenScopeOpens(work: () => void): void {
  opening.push(work);
}

/**
 * Runs `work` at the end of the outermost scope, or of the step that is being captured; `completed` is false if it throws.
 *
 * @example scope(() => atScopeEnd((completed) => console.log(completed))) // undefined
 */
export function atScopeEnd(work: (completed: boolean) => void): void {
  ending.push(work);
}

/** Runs a step that is being captured, and then the work for its end. */
export function withEnd<T>(step: () => T): T {
  const outer = ending;
  ending = [];
  try {
    const result = step();
    runAll(ending, true);
    return result;
  } finally {
    runAll(ending, false);
    ending = outer;
  }
}

/**
 * Frees the tensors of the innermost scope now, except kept ones.
 *
 * @example emptyScope() // undefined
 */
export function emptyScope(): void {
  const current = currentScope() ?? [];
  let kept = 0;
  for (let i = 0; i < current.length; i++) {
    const tensor = current[i]!;
    if (tensor.kept) current[kept++] = tensor;
    else giveUp(tensor);
  }
  current.length = kept;
}

const none: readonly Handle[] = [];

/**
 * Refuses a promise as the result of a callback that must be synchronous.
 *
 * @throws ArgumentError if `result` is a promise.
 * @example refusePromise("scope", Promise.resolve(1)); // throws ArgumentError
 */
export function refusePromise(what: string, result: unknown): void {
  if (result instanceof Promise) {
    result.catch(() => {});
    throw new ArgumentError(`${what}: the callback returned a promise; await data before or after it.`);
  }
}

/**
 * The tensors in a value, found through arrays, plain objects, Maps, Sets and {@link TensorHolder}s. May contain
 * duplicates.
 */
function tensorsIn(value: unknown, found: Handle[] = [], seen?: Set<object>): readonly Handle[] {
  if (isHandle(value)) found.push(value);
  else if (typeof value === "object" && value !== null && !seen?.has(value)) {
    if (isHolder(value)) found.push(...value[tensorsOf]());
    else {
      let around = seen;
      for (const item of itemsOf(value)) {
        if (isHandle(item)) found.push(item);
        else if (typeof item === "object") {
          around ??= new Set();
          tensorsIn(item, found, around.add(value));
        }
      }
    }
  }
  return found;
}

function itemsOf(value: object): Iterable<unknown> {
  if (Array.isArray(value) || value instanceof Set) return value;
  if (value instanceof Map) return value.values();
  return isPlainObject(value) ? Object.values(value) : none;
}

function isHolder(value: object): value is TensorHolder {
  return tensorsOf in value;
}
