/** Milliseconds that a browser may take to start a download. */
const startWithinMs = 60_000;

/** Saves a file among the visitor's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), startWithinMs);
}
