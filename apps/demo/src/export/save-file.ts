/** Gives the reader a file, as a download of this name. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has its own hold of the file once the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
