import { proofCodeMinutes } from '../../shared/schemas/limits.ts';
import type { Letter } from '../accounts/mails.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { formatDay } from '../../shared/text/dates.ts';

interface About {
  app: string;
  /** What was proved. */
  name: string;
  /** Address of the page for proofs. */
  page: string;
}

/** @param isOwner false for somebody who claims the app */
export const proofPage = (siteUrl: string, nameId: string, isOwner = true): string =>
  siteUrl + (isOwner ? urls.updateAppPart(nameId, 'proof') : urls.claimApp(nameId));

export const proofLetters = {
  /**
   * Threat: somebody has this site mail a stranger a text. So it holds nothing that was typed, such as the app's name.
   */
  code: (code: string, { id, page }: Pick<About, 'page'> & { id: string }): Letter => ({
    subject: 'your code for a listing',
    body: [
      `somebody who lists an app here says that the app ${id} on Google Play is theirs. That listing shows this address.`,
      'If it was you, enter this code:',
      { code },
      `It lasts ${String(proofCodeMinutes)} minutes. Enter it on this page:`,
      { link: page },
      'If it was not you, ignore this mail and do not share the code.',
    ],
  }),
  failed: ({ app, name, page }: About, problem: string, left: number, next: number): Letter => ({
    subject: `we can no longer find the proof for ${app}`,
    body: [
      `the page of ${app} says that its owner is the owner of ${name}. We checked again today and did not find the proof.`,
      problem,
      `We will check again on ${formatDay(next)}. After ${left === 1 ? 'one more failure' : `${String(left)} more failures`} the badge will be removed.`,
      { link: page },
    ],
  }),
  lapsed: ({ app, name, page }: About, problem: string): Letter => ({
    subject: `the badge of ${app} is gone`,
    body: [
      `we have checked three times for the proof that you own ${name} and have not found it. The page of ${app} no longer shows the badge.`,
      problem,
      'Put the proof back, and the badge returns with our next check, or at once if you press Check now:',
      { link: page },
    ],
  }),
  returned: ({ app, name, page }: About): Letter => ({
    subject: `the badge of ${app} is back`,
    body: [
      `we have found the proof that you own ${name} again, and the page of ${app} says so.`,
      { link: page },
    ],
  }),
  blocked: ({ app, page }: About, reason: string): Letter => ({
    subject: `we do not accept the proof for ${app}`,
    body: [
      `we have reviewed the proof for ${app} and do not accept it.`,
      `Reason: ${reason}`,
      { link: page },
    ],
  }),
};
