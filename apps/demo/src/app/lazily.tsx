import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useShell, withTexts } from "./shell.ts";

/** A component whose code is fetched when it is first shown. Until then, and if that fails, `Before` is shown instead. */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Before: ComponentType<P> = () => null,
): (props: P) => JSX.Element {
  let Loaded: ComponentType<P> | undefined;
  return (props) => {
    const shell = useShell();
    const [Part, setPart] = useState(() => Loaded);
    useEffect(() => {
      withTexts(shell, load()).then(
        (part) => {
          Loaded = part;
          setPart(() => part);
        },
        () => {},
      );
    }, []);
    return Part === undefined ? <Before {...props} /> : <Part {...props} />;
  };
}
