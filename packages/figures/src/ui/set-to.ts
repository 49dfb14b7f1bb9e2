/** A listener that gives a signal, or what else is set, a value. */
export function setTo<T>(signal: { value: T }, value: NoInfer<T>): () => void {
  return () => {
    signal.value = value;
  };
}

/** What is read as `source`, and set by a function. */
export function setBy<T>(source: { readonly value: T }, set: (value: T) => void): { value: T } {
  return {
    get value() {
      return source.value;
    },
    set value(value) {
      set(value);
    },
  };
}
