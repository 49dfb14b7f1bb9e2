import type { StandaloneSvg } from "./standalone-svg.ts";

/** The drawing as a PNG, `scale` pixels for each of its own. */
export async function pngOf(svg: StandaloneSvg, scale: number = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg.text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(svg.width * scale);
    canvas.height = Math.ceil(svg.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (file === null) throw new Error(`a canvas of ${canvas.width} × ${canvas.height} gives no PNG here`);
    return file;
  } finally {
    URL.revokeObjectURL(address);
  }
}
