import { messages } from '../../shared/text/messages.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { makeRoomFor } from '../page/bottom-bar.ts';
import { dropHandover, handedOver } from '../session/handover.ts';
import { shareLink } from '../share/share.ts';

/** On the home page, to which Create leads: a bar with what to do with the app that was just listed. */
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
  const share = button(messages.wizard.share);
  share.addEventListener('click', () => void shareLink(share, { title: name, url: see.href }));
  const close = button('×');
  close.className = 'icon-button';
  close.setAttribute('aria-label', messages.wizard.close);
  close.addEventListener('click', () => {
    bar.remove();
    makeRoomFor(null);
  });
  bar.append(text, see, share, close);
  document.body.append(bar);
  makeRoomFor(bar);
}

function button(text: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button quiet';
  made.textContent = text;
  return made;
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
