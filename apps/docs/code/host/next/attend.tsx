"use client";
// app/attend.tsx: a client component. The import inside the handler
// loads the library when it is needed.

async function attend(button: HTMLButtonElement): Promise<void> {
  const { bestBackend, DotProductAttention, randn, setBackend } =
    await import("saccade");
  const backend = await bestBackend();
  setBackend(backend);
  const { weights } = new DotProductAttention()
    .eval()
    .forward(randn([1, 2, 4]), randn([1, 5, 4]), randn([1, 5, 3]));
  button.textContent = `${backend.reason}: ${String(weights)}`;
}

export function Attend() {
  return (
    <button
      type="button"
      onClick={(event) => void attend(event.currentTarget)}
    >
      Attend
    </button>
  );
}
