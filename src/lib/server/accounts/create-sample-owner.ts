import type { SocialNetwork } from '../../shared/addresses/social-networks.ts';
import { recordPicture, type StoredPicture } from '../media/index.ts';
import { newId } from '../platform/ids.ts';
import { recordEvent } from '../timeline/index.ts';
import { emailKey, insertAccount, neverPending } from './account-queries.ts';
import type { AccountsContext } from './context.ts';

export interface SampleOwner {
  email: string;
  firstname: string;
  lastname: string;
  about: string;
  country: string;
  countryCode: string;
  phoneNo: string;
  address: string;
  tags: string[];
  socialLinks: Partial<Record<SocialNetwork, string>>;
  /** Milliseconds since 1970. */
  dateJoined: number;
  picture: StoredPicture | null;
}

/** Creates an account that owns sample listings. Without a password, nobody can log in to it. */
export async function createSampleOwner(
  { db, clock }: AccountsContext,
  owner: SampleOwner,
): Promise<{ id: string }> {
  const id = newId();
  await db.write(async (trx) => {
    if (owner.picture) await recordPicture(trx, owner.picture, clock());
    await insertAccount(trx, {
      id,
      email: owner.email,
      email_key: emailKey(owner.email),
      ...neverPending,
      password_hash: null,
      firstname: owner.firstname,
      lastname: owner.lastname,
      phone_no: owner.phoneNo,
      address: owner.address,
      show_email: 1,
      show_phone: 1,
      show_address: 1,
      country: owner.country,
      country_code: owner.countryCode,
      about: owner.about,
      tags: JSON.stringify(owner.tags),
      social_links: JSON.stringify(owner.socialLinks),
      picture_id: owner.picture?.id ?? null,
      handle: null,
      views: 0,
      is_verified: 1,
      created_at: owner.dateJoined,
      updated_at: owner.dateJoined,
    });
    await recordEvent(trx, { userId: id, category: 'SIGNUP', appId: null, at: owner.dateJoined });
    const at = owner.dateJoined + 120_000;
    await recordEvent(trx, { userId: id, category: 'ACCOUNT_VERIFIED', appId: null, at });
  });
  return { id };
}
