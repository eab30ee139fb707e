// Messages of the rules about what may be published.
import type { HoldRule, RestrictedAction } from '../../shared/schemas/desk.ts';

const appeal = (contactEmail: string) => `If this is a mistake, write to ${contactEmail}.`;

interface HeldTexts {
  reason: string;
  /** What its owner can do, or whom to wait for. */
  clearedBy: string;
}

const look = 'we look at it within a day.';
const nothingToDo = 'We look at it within a day. You do not need to do anything.';

/** @param detail the name or the host that the rule is about */
export const held: Record<HoldRule, (detail: string) => HeldTexts> = {
  name: (detail) => ({
    reason: `The name looks like ${detail}, which many people know.`,
    clearedBy: `Another name ends it at once. If ${detail} is yours, reply to our mail and say how we can verify that; otherwise ${look}`,
  }),
  link: (detail) => ({
    reason: `It links to ${detail}, and we review every link to that site first.`,
    clearedBy: `Another link ends it at once; otherwise ${look}`,
  }),
  lending: () => ({
    reason: 'Apps that lend or invest money need a licence, and neither its facts nor its texts name one.',
    clearedBy: `Adding the licence number to the facts of the app or to a description, such as FCCPC, CBN or SEC and the number, ends it at once; otherwise ${look}`,
  }),
  many: () => ({
    reason: 'It is not the first or second app that this account has listed within a day.',
    clearedBy: nothingToDo,
  }),
  network: () => ({
    reason: 'Several new accounts have listed apps from the same network today.',
    clearedBy: nothingToDo,
  }),
  restricted: () => ({
    reason: 'We review every app of this account before it is shown.',
    clearedBy: nothingToDo,
  }),
};

const restricted: Record<RestrictedAction, (contactEmail: string) => string> = {
  'sign-up': (contactEmail) => `You cannot sign up with this address or network. ${appeal(contactEmail)}`,
  publish: (contactEmail) => `This account cannot publish at the moment. ${appeal(contactEmail)}`,
  report: (contactEmail) => `You cannot send reports at the moment. ${appeal(contactEmail)}`,
  contact: (contactEmail) =>
    `This account cannot change its text, links and contact details at the moment. ${appeal(contactEmail)}`,
};

export const ruleMessages = {
  restricted,
  linkDenied: (host: string) => `Links to ${host} are not allowed here.`,
  nameReserved: (label: string) =>
    `This name looks like ${label}, which is reserved. If it is yours, write to us.`,
  missing: 'There is no such rule.',
  nameTaken: 'This name is already reserved.',
  noAccount: 'One of the accounts does not exist.',
  emailPattern: 'Enter an address, or a pattern such as *@mail.example or promo*@mail.example.',
  network: 'Enter an address, or a network such as 203.0.113.0/24, with at least /8, or /16 for IPv6.',
  account: 'Enter the id of an account.',
  restrictedAlready: 'This action is already restricted here. Change that restriction instead.',
  host: 'Enter a host such as bit.ly.',
  hostTaken: 'There is already a rule for this host. Change that one.',
  ownAccount: 'You cannot restrict yourself.',
  ofStaff: 'Only an admin may do this to a member of staff.',
  ownRestriction: 'This restriction is about you. Somebody else has to decide it.',
} as const;
