import { urls } from '../../../shared/addresses/urls.ts';
import { type BulkForm, type BulkPreviewJson } from '../../../shared/schemas/moderation/decisions.ts';
import type { ListingState } from '../../../shared/schemas/listing-states.ts';
import { composeMail, findAnyUser } from '../../accounts/index.ts';
import {
  countListings,
  findListingHeads,
  findListingIdsAfter,
  type ListingHead,
} from '../../apps/owned-apps.ts';
import { isTransitionAllowed } from '../../apps/states.ts';
import type { ModerationContext } from '../context.ts';
import { stateOfAction } from '../decisions/allowed-actions.ts';
import { letterAbout } from '../decisions/letters.ts';
import { canBeMailed } from '../mails.ts';
import type { Staff } from '../staff.ts';
import { mailAboutBulk } from './bulk-mail.ts';
import { findTargets, type BulkTargets } from './bulk-targets.ts';

const previewedOwners = 3;

/** What a bulk action would do, and the mails to its first owners. @throws AppError as `beginBulk` */
export async function previewBulk(
  { contactEmail, db: { read }, siteUrl }: ModerationContext,
  staff: Staff,
  form: BulkForm,
): Promise<BulkPreviewJson> {
  const targets = await findTargets(read, staff, form);
  // The key of the link is known only once it is decided.
  const appealLink = siteUrl + urls.appeal('...');
  if (form.action === 'suspend' && targets.kind === 'account')
    return await previewSuspension(read, form, { id: targets.account.id, appealLink, contactEmail });
  const listings = await listingsOf(read, targets);
  const to = stateOfAction[form.action];
  const affected = listings.filter(({ state }) => to !== undefined && isChanged(state, to));
  const byOwner = Map.groupBy(affected, ({ owner_id }) => owner_id);
  const mails: BulkPreviewJson['mails'] = [];
  for (const [ownerId, ofOwner] of [...byOwner].slice(0, previewedOwners)) {
    const owner = await findAnyUser(read, ownerId);
    const mail =
      owner &&
      mailAboutBulk({ ...form, isUndone: false }, owner, {
        listings: ofOwner.map(({ name }) => ({ name, appealLink })),
        count: ofOwner.length,
      });
    if (mail) mails.push(mail);
  }
  return {
    listings: affected.length,
    skipped: listings.length - affected.length,
    owners: byOwner.size,
    mails,
  };
}

async function previewSuspension(
  read: ModerationContext['db']['read'],
  { owner_reason: ownerReason, policy }: BulkForm,
  { id, appealLink, contactEmail }: { id: string; appealLink: string; contactEmail: string },
): Promise<BulkPreviewJson> {
  const owner = await findAnyUser(read, id);
  const letter = letterAbout({
    kind: 'profile',
    name: '',
    action: 'suspend',
    reversed: null,
    policy,
    ownerReason,
    message: '',
    facts: [],
    caseNumber: null,
    appealLink,
    questionLink: null,
    contactEmail,
  });
  const mails = owner && letter && canBeMailed(owner) ? [composeMail(owner, letter)] : [];
  return { listings: (await countListings(read, id)).listed, skipped: 0, owners: 1, mails };
}

const isChanged = (state: ListingState, to: ListingState): boolean => isTransitionAllowed(state, to, 'staff');

async function listingsOf(
  read: ModerationContext['db']['read'],
  targets: BulkTargets,
): Promise<ListingHead[]> {
  if (targets.kind === 'selection') return targets.listings;
  const first = { ownerId: targets.account.id, after: '' };
  return await findListingHeads(read, await findListingIdsAfter(read, first, targets.total));
}
