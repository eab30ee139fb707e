import { brand } from '../../shared/page/brand.ts';

/** Where complaints go (`CONTACT_EMAIL`), as the foot of every page says it. */
export function contactEmail(): string {
  return document.querySelector<HTMLElement>('[data-contact]')?.dataset['contact'] ?? brand.contactEmail;
}
