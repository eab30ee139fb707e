import { messages } from '../../shared/text/messages.ts';
import { profilesApi } from '../api/profiles-api.ts';

/** Adds the contact details that only their owner sees, marked as such. Without an answer the list stays as it is. */
export async function addOwnContacts(list: Element): Promise<void> {
  const me = await profilesApi.me();
  if (me.kind !== 'ok') return;
  const { email, phone_no, address, show_email, show_phone, show_address } = me.data;
  const hidden = [show_email ? '' : email, show_phone ? '' : phone_no, show_address ? '' : address];
  for (const detail of hidden.filter(Boolean)) {
    const [item, text, mark] = [
      document.createElement('li'),
      document.createElement('span'),
      document.createElement('small'),
    ];
    text.textContent = detail;
    mark.textContent = messages.profile.onlyYou;
    item.className = 'only-you';
    item.append(text, mark);
    list.append(item);
  }
}
