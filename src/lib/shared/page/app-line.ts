import type { AppSummary } from '../schemas/apps.ts';
import { messages } from '../text/messages.ts';

/** The line below the name of an app in lists; '' for none. */
export function appLine({ lifecycle, categories }: Pick<AppSummary, 'lifecycle' | 'categories'>): string {
  return [
    ...(lifecycle === 'discontinued' ? [messages.app.discontinued] : []),
    ...(categories.length > 0 ? [categories.join(', ')] : []),
  ].join(' · ');
}
