/**
 * Has the browser fetch a file by a form, so that it goes to the disk as it comes and not through the memory of the
 * page. The token is in the body: an address would stand in the history.
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
