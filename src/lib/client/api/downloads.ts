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

/**
 * Downloads a file by submitting a form, so that the browser writes it to the disk instead of the page's memory. The
 * token is in the body, because an address would stay in the history.
 */
export function submitDownload(path: string, token: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'token';
  field.value = token;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
