import { messages } from '../../shared/text/messages.ts';
import { urls } from '../../shared/addresses/urls.ts';
import createdBarStyle from '../../../styles/parts/created-bar.css?inline';
import { addStyle } from '../page/add-style.ts';
import { barButton, showBar } from '../bars/bottom-bar.ts';
import { dropHandover, handedOver } from '../session/handover.ts';
import { shareLink } from '../share/share.ts';

/** Shows a bar on the home page, to which Create leads, with links for the app that was just listed. */
export function showCreatedApp(): void {
  const created = readCreated();
  dropHandover('created-app');
  if (!created) return;
  const { name, nameId } = created;
  const bar = document.createElement('section');
  bar.className = 'bottom-bar created';
  bar.setAttribute('aria-label', messages.appForms.created);
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  const said = document.createElement('b');
  said.textContent = messages.appForms.created;
  text.append(said, `: ${name}`);
  const see = document.createElement('a');
  see.className = 'button';
  see.href = urls.app(nameId);
  see.textContent = messages.wizard.seeApp;
  const share = barButton(messages.wizard.share, 'button quiet');
  share.addEventListener('click', () => void shareLink(share, { title: name, url: see.href }));
  const close = barButton('×', 'icon-button');
  close.setAttribute('aria-label', messages.wizard.close);
  bar.append(text, see, share, close);
  addStyle(createdBarStyle);
  showBar(bar, close);
}

function readCreated(): { name: string; nameId: string } | null {
  try {
    const created = JSON.parse(handedOver('created-app')) as { name?: unknown; nameId?: unknown } | null;
    const { name, nameId } = created ?? {};
    return typeof name === 'string' && typeof nameId === 'string' ? { name, nameId } : null;
  } catch {
    return null;
  }
}
