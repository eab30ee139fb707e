// Made-up data for the pages that the dictionary is made of. Each value is a word that is found and taken out again.
import type { Services } from '../../src/lib/server/services.ts';
import { socialNetworks } from '../../src/lib/shared/addresses/social-networks.ts';
import type { PicturePurpose } from '../../src/lib/shared/page/pictures.ts';
import { platformNames } from '../../src/lib/shared/schemas/app-fields.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';

/** The date of everything in the directory, so that equal sources make equal bytes. */
export const madeAt = Date.UTC(2025, 0, 15, 12);

export const siteUrl = 'https://qzqx.example';

let words = 0;

/** A word that occurs nowhere else. */
const word = (): string => `Qzqx${String((words += 1))}q`;

/** As many words as a list of apps does not show in full. */
const longText = (): string => `${Array.from({ length: 30 }, word).join(' ')}.`;

/** Matches the words, and the address of the site. */
export const madeUpWords = /https:\/\/qzqx\.example|qzqx\d+q(?: qzqx\d+q)*/gi;

/** Matches the ids that rendering adds: of rows, also behind '%3A', of pictures, and those of rows in cursors. */
export const madeUpIds =
  /(?:\b|(?<=%3A))(?:[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|[\da-f]{24})\b|(?<=cursor=)[\w-]+/g;

let pictures = 0;
const picture = (purpose: PicturePurpose, [width, height]: [number, number], widths: number[]) => ({
  id: String((pictures += 1)).padStart(24, '0'),
  purpose,
  width,
  height,
  widths,
  bytes: 1_000,
  fallback: 'jpg' as const,
  colour: '#204060',
});
const logo = () => picture('logo', [512, 512], [64, 128, 256, 512]);
const screenshot = (isPortrait: boolean) =>
  isPortrait
    ? picture('screenshot', [960, 2080], [240, 480, 960])
    : picture('screenshot', [1440, 900], [480, 960, 1440]);

const release = (version: string) => ({
  version,
  release_type: 'LIVE' as const,
  release_date: madeAt,
  latest_feature: `${word()}.`,
  created_at: madeAt,
});

/** More than the first page of a list shows. */
const listed = limits.pageSize + 2;

/**
 * Lists apps of every platform, of an owner whose profile is complete and of one without a picture.
 * @returns the pages to take, in the order in which they go into the dictionary: the kind that is opened most is whole
 */
export async function fillDirectory({ accounts, apps, versions }: Services): Promise<string[]> {
  const newOwner = (isComplete: boolean): Promise<{ id: string }> =>
    accounts.createSampleOwner({
      email: `${word()}@example.com`,
      firstname: word(),
      lastname: word(),
      about: `${word()}.`,
      country: 'Nigeria',
      country_code: 'NG',
      phone_no: '+2348000000000',
      address: word(),
      tags: JSON.stringify([word(), word()]),
      social_links: JSON.stringify(
        Object.fromEntries(socialNetworks.map((network) => [network, `https://${word()}.example`])),
      ),
      created_at: madeAt,
      picture: isComplete ? picture('avatar', [256, 256], [64, 128, 256]) : null,
    });
  const [complete, other] = [await newOwner(true), await newOwner(false)];
  let phoneApp = '';
  for (let index = 0; index < listed; index += 1) {
    const platform = platformNames[index % platformNames.length] ?? 'web';
    const isFirst = index < platformNames.length;
    const [isPhone, isGame] = [platform === 'mobile', platform === 'game'];
    const { id: appId, nameId } = await apps.publishApp({
      ownerId: index % 3 === 2 && !isFirst ? other.id : complete.id,
      name: word(),
      description: isFirst ? `${word()}.` : longText(),
      long_description: `${word()}.`,
      platform,
      categories: isGame ? ['Games'] : ['Finance', 'Education'],
      website: isGame ? '' : `https://${word()}.example`,
      playstore_link: isPhone || isGame ? `https://play.google.com/store/apps/details?id=${word()}` : '',
      appstore_link: isPhone ? `https://apps.apple.com/ng/app/${word()}/id1` : '',
      external_link: platform === 'desktop' ? `https://${word()}.example` : '',
      logo: index % 4 === 3 && !isFirst ? null : logo(),
      screenshots: Array.from({ length: 4 }, () => screenshot(isPhone || isGame)),
      createdAt: madeAt,
      firstRelease: release('1.0.0'),
    });
    await versions.addVersion({ appId, ...release('1.1.0') });
    if (isPhone) phoneApp ||= `/app/${nameId}`;
  }
  return [phoneApp, '/'];
}
