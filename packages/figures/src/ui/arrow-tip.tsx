/** The tip of an arrow, for the defs of a drawing, whose lines name it as `marker-end`. */
export function ArrowTip({ id, name = "" }: { readonly id: string; readonly name?: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 6 6"
      refX="5"
      refY="3"
      markerWidth="9"
      markerHeight="9"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path class={`tip ${name}`} d="M0 0L6 3L0 6z" />
    </marker>
  );
}
