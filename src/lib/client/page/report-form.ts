// Sends a member's report with the session. Guests send the plain form, which works without this script.
import { messages } from '../../shared/text/messages.ts';
import { isLoggedIn } from '../session/session.ts';

const sending = () => import('./send-report.ts');

/** Fields that a member does not send: the account has a name and an address. */
const ofGuests = ['name', 'email'];

export function startReportForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-report-form]');
  if (!form) return;
  // The browser asks for required fields after the press and before the event 'submit'.
  form.querySelector('button[type=submit]')?.addEventListener('click', () => requireGuestFields(form));
  requireGuestFields(form);
  // A failure is told when the report is sent.
  form.addEventListener('focusin', () => void sending().catch(() => undefined), { once: true });
  form.addEventListener('submit', (event) => {
    // The login may have ended in another tab while the person typed: then the fields of guests are shown again.
    if (!isLoggedIn()) return;
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
    if (field) field.required = !isLoggedIn();
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
    () => ({ kind: 'refused' as const, sentence: messages.errors.connection, fields: {} }),
  );
  if (sent.kind === 'sent') {
    location.assign(sent.path);
    return;
  }
  if (button) button.disabled = false;
  show(form, sent.sentence, sent.fields);
  if (sent.kind === 'login-ended') form.querySelector<HTMLElement>('[name="name"]')?.focus();
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
