/** Adds styles of a part that a script makes, so that pages without it do not carry them. */
export function addStyle(text: string): void {
  const style = document.createElement('style');
  style.textContent = text;
  document.head.append(style);
}
