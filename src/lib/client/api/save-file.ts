/** How long a browser may take to begin with a download. */
const begunWithinMs = 60_000;

/** Puts a file among the visitor's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), begunWithinMs);
}
