import type { Logger } from '../log.ts';
import type { OutboxOptions } from './outbox.ts';

/** Logs the outcome of mails. A line names the mail and the request that caused it, but no address. */
export function logMails(log: Logger | undefined): Pick<OutboxOptions, 'onSent' | 'onFailure'> {
  return {
    onSent: (sent) => log?.info('A mail was sent', { ...sent }),
    onFailure({ giveUp, ...failure }) {
      if (giveUp) log?.error('A mail was given up', failure);
      else log?.warn('A mail could not be sent yet', failure);
    },
  };
}
