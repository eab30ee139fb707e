// Sends a member's report with the session. Guests send the plain form, which works without this script.
import { reportMessages } from '../../shared/text/report-messages.ts';
import { isLoggedIn } from '../session/session.ts';
import type { SentReport } from './send-report.ts';

const sending = () => import('./send-report.ts');

/** Whether the form goes as it is, with a guest's name and address. */
const isGuests = (form: HTMLFormElement): boolean => !isLoggedIn() || 'asGuest' in form.dataset;

/** Fields that a member does not send: the account has a name and an address. */
const ofGuests = ['name', 'email'];

export function startReportForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-report-form]');
  if (!form) return;
  // The browser asks for required fields after the press and before the event 'submit'.
  form.querySelector('button[type=submit]')?.addEventListener('click', () => requireGuestFields(form));
  requireGuestFields(form);
  form.addEventListener('focusin', () => {
    // A failure is told when the report is sent.
    if (!isGuests(form)) sending().catch(() => undefined);
  });
  form.addEventListener('submit', (event) => {
    // The login may have ended in another tab while the person typed: then the fields of guests are shown again.
    if (isGuests(form)) return;
    event.preventDefault();
    void send(form);
  });
  // Going back can restore the page as it was after sending.
  addEventListener('pageshow', ({ persisted }) => {
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (persisted && button) button.disabled = false;
  });
  const member = form.querySelector<HTMLElement>('[data-member]');
  if (member) member.hidden = false;
}

/** Members do not see these fields, and a hidden field that is required would block the form without a word. */
function requireGuestFields(form: HTMLFormElement): void {
  for (const name of ofGuests) {
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (field) field.required = isGuests(form);
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const own = Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !ofGuests.includes(entry[0]),
    ),
  );
  if (button) button.disabled = true;
  const sent = await sending().then(
    ({ sendReport }) => sendReport(own),
    () => sendAsGuest(form),
  );
  if (sent.kind === 'sent') {
    location.assign(sent.path);
    return;
  }
  if (button) button.disabled = false;
  show(form, sent.sentence, sent.fields);
  if (sent.kind === 'as-guest') form.querySelector<HTMLElement>('[name="name"]')?.focus();
}

/** Without its script a member's report can only go as a guest's: browsers do not load a failed module again. */
function sendAsGuest(form: HTMLFormElement): SentReport {
  form.dataset['asGuest'] = '';
  form.querySelector('[data-guest]')?.removeAttribute('data-session');
  const member = form.querySelector<HTMLElement>('[data-member]');
  if (member) member.hidden = true;
  return { kind: 'as-guest', sentence: reportMessages.notLoaded, fields: {} };
}

function show(form: HTMLFormElement, sentence: string, fields: Record<string, string>): void {
  for (const note of form.querySelectorAll<HTMLElement>('[data-note]')) {
    const { note: name = '', hint = '' } = note.dataset;
    note.textContent = fields[name] ?? hint;
    const field = form.querySelector(name === 'reason' ? '.reasons' : `[name="${name}"]`);
    if (fields[name] === undefined) field?.removeAttribute('aria-invalid');
    else field?.setAttribute('aria-invalid', 'true');
  }
  const alert = form.querySelector<HTMLElement>('[data-report-alert]');
  if (!alert) return;
  alert.hidden = false;
  alert.textContent = sentence;
  alert.scrollIntoView({ block: 'nearest' });
}
