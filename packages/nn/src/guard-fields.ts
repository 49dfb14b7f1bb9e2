/** Decides about fields that an object does not have itself. */
export interface FieldGuard {
  /** Throws for a field that must not be read. */
  read?(owner: object, name: string): void;
  /** Throws for a field that must not be written. */
  write(owner: object, name: string): void;
}

/**
 * Puts a guard between a class and its base: reads and writes of fields that an instance does not have come to it. Fields
 * that the instance has cost nothing more than before.
 */
export function guardFields(prototype: object, guard: FieldGuard): void {
  const base: object = Object.create(Object.getPrototypeOf(prototype));
  const guarded = new Proxy(base, {
    get(target, name, owner): unknown {
      if (typeof name === "string") guard.read?.(owner, name);
      return Reflect.get(target, name, owner);
    },
    set(target, name, value, owner): boolean {
      if (typeof name === "string") guard.write(owner, name);
      return Reflect.set(target, name, value, owner);
    },
  });
  Object.setPrototypeOf(prototype, guarded);
}
