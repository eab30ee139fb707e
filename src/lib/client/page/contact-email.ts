/** The operator's address (`CONTACT_EMAIL`), from the footer of the page. */
export function contactEmail(): string {
  return document.querySelector<HTMLElement>('[data-contact]')?.dataset['contact'] ?? '';
}
