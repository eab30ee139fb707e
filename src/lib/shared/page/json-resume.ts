// A profile as JSON Résumé, version 1.0.0 of its schema (https://jsonresume.org/schema).
import { urls } from '../addresses/urls.ts';
import type { AppListing } from '../schemas/apps.ts';
import { fullName, type Skill, type UserProfile, workSentence } from '../schemas/users.ts';
import { toIso, toLocalInput } from '../text/dates.ts';
import { pictureUrl } from './pictures.ts';

interface Portfolio {
  siteUrl: string;
  user: UserProfile;
  apps: readonly AppListing[];
  skills: readonly Skill[];
}

/** The day in Lagos, as on pages. */
const dayOf = (instant: number): string => toLocalInput(instant).slice(0, 10);
const countOf = (apps: number): string => `${String(apps)} ${apps === 1 ? 'app' : 'apps'}`;

/** Contact details that the user does not show are left out. */
export function resumeOf({ apps, siteUrl, skills, user }: Portfolio) {
  const { email, phoneNo } = user;
  const updated = Math.max(user.dateJoined, ...apps.map(({ updatedAt }) => updatedAt));
  return {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name: fullName(user),
      ...(user.work && { label: `Open to work: ${workSentence(user.work)}` }),
      ...(user.picture && { image: siteUrl + pictureUrl(user.picture) }),
      ...(email && { email }),
      ...(phoneNo && { phone: phoneNo }),
      url: siteUrl + urls.profileOf(user),
      ...(user.about && { summary: user.about }),
      location: {
        ...(user.address && { address: user.address }),
        ...(user.countryCode && { countryCode: user.countryCode }),
        ...(user.work?.state && { region: user.work.state }),
      },
      profiles: Object.entries(user.socialLinks).map(([network, url]) => ({ network, url })),
    },
    skills: [
      ...user.tags.map((name) => ({ name, keywords: [] as string[] })),
      ...skills.map(({ name, apps: count }) => ({ name, keywords: [countOf(count)] })),
    ],
    projects: apps.map((app) => ({
      name: app.name,
      description: app.description,
      keywords: app.categories,
      startDate: dayOf(app.createdAt),
      url: siteUrl + urls.app(app.nameId),
      roles: ['Developer'],
      type: 'application',
    })),
    meta: {
      canonical: siteUrl + (user.handle === null ? urls.user(user.id) : urls.resume(user.handle)),
      version: 'v1.0.0',
      lastModified: toIso(updated).slice(0, 19),
    },
  };
}
