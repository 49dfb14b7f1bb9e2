import type { LiveCurve } from "@saccade/plot/live";
import "uplot/dist/uPlot.min.css";
import { colorOf, whenNear } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useShell } from "../app/shell.ts";
import { nextFrame } from "./next-frame.ts";

interface LivePlotProps {
  readonly x: readonly number[];
  /** One list a name, each as long as x; null leaves a gap. */
  readonly ys: readonly (readonly (number | null)[])[];
  readonly names: readonly string[];
  /** Names of custom properties, such as "--orange". */
  readonly colors: readonly string[];
  readonly xlabel: string;
  readonly height: number;
  /** Text for screen readers, with the numbers that matter. */
  readonly label: string;
  readonly logarithmic?: boolean;
}

/** A live curve that follows its data and the page's colors. */
export function LivePlot(props: LivePlotProps): JSX.Element {
  const { x, ys, names, colors, xlabel, height, label, logarithmic = false } = props;
  const { theme, notice } = useShell();
  const into = useRef<HTMLDivElement>(null);
  const curve = useRef<LiveCurve | null>(null);
  const latest = useRef({ x, ys });
  latest.current = { x, ys };
  const made = [...names, ...colors, xlabel, height, logarithmic, theme.value].join("\n");

  // `made` represents everything that the curve depends on
  useEffect(() => {
    const element = into.current;
    if (element === null) return;
    const resolved = colors.map((name) => colorOf(element, name));
    let wanted = true;
    const draw = async (): Promise<void> => {
      try {
        const { liveCurve } = await import("@saccade/plot/live");
        await nextFrame(); // the code and the curve are a task each
        if (!wanted) return;
        curve.current = liveCurve(element, { names, colors: resolved, xlabel, height, logarithmic });
        curve.current.set(latest.current.x, latest.current.ys);
      } catch (error) {
        notice.value = String(error);
      }
    };
    // uPlot is a third of the page's code and draws below the fold, so it comes when it is looked for.
    const callOff = whenNear(element, draw);
    return () => {
      wanted = false;
      callOff();
      curve.current?.destroy();
      curve.current = null;
    };
  }, [made]);
  useEffect(() => curve.current?.set(x, ys), [x, ys]);

  return <div class="live" style={{ minHeight: `${height}px` }} ref={into} role="img" aria-label={label} />;
}
