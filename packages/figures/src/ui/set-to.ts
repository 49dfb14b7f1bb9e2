/** A listener that gives a signal, or what else is set, a value. */
export function setTo<T>(signal: { value: T }, value: NoInfer<T>): () => void {
  return () => {
    signal.value = value;
  };
}
