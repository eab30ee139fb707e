// Sends a member's report with the session. Guests send the plain form, which works without this script.
import type { ReportReceivedJson } from '../../shared/schemas/reports.ts';
import { onRestored } from '../page/page.ts';
import { $session } from '../session/session.ts';

const client = () => import('../api/api.ts');

const isGuests = (form: HTMLFormElement): boolean => !$session.get() || 'asGuest' in form.dataset;

/** A member does not send the fields of guests: the account has a name and an address. */
function setGuestFields(form: HTMLFormElement): void {
  const fields = form.querySelector<HTMLFieldSetElement>('[data-guest]');
  if (fields) fields.disabled = !isGuests(form);
}

export function startReportForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-report-form]');
  if (!form) return;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  $session.subscribe(() => setGuestFields(form));
  form.addEventListener('focusin', () => {
    // A failure is told when the report is sent.
    if (!isGuests(form)) client().catch(() => undefined);
  });
  form.addEventListener('submit', (event) => {
    // The login may have ended in another tab while the person typed: then the fields of guests are shown again.
    if (isGuests(form)) return;
    event.preventDefault();
    if (button) button.disabled = true;
    void send(form).then((isSent) => {
      if (button) button.disabled = isSent;
    });
  });
  onRestored(() => button?.removeAttribute('disabled'));
  const member = form.querySelector<HTMLElement>('[data-member]');
  if (member) member.hidden = false;
}

/** @returns whether it was sent, and the next page opens */
async function send(form: HTMLFormElement): Promise<boolean> {
  const body = new FormData(form);
  const result = await client().then(
    ({ callApi }) => callApi<ReportReceivedJson>('POST', '/report/', { body }),
    () => null,
  );
  if (result?.kind === 'ok') {
    const { pathname, search } = new URL(result.data.url);
    location.assign(pathname + search);
    return true;
  }
  if (result && $session.get()) {
    const isError = result.kind === 'error';
    show(form, isError ? result.error || 'server' : 'connection', isError ? result.fields : {});
    return false;
  }
  // Without its script a member's report can only go as a guest's: browsers do not load a failed module again. Without
  // a session the API asks for the fields of guests, which the page has shown by now.
  if (!result) {
    form.dataset['asGuest'] = '';
    setGuestFields(form);
    form.querySelector('[data-guest]')?.removeAttribute('data-session');
    form.querySelector('[data-member]')?.setAttribute('hidden', '');
  }
  show(form, result ? 'loginEnded' : 'notLoaded', {});
  form.querySelector<HTMLElement>('[name="name"]')?.focus();
  return false;
}

/** @param sentence or the name of one that the page has, because their module would bring those of every other form */
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
  alert.textContent = alert.dataset[sentence] ?? sentence;
  alert.scrollIntoView({ block: 'nearest' });
}
