// Describes pages to search engines in JSON-LD, in the vocabulary of https://schema.org. The directory knows no amounts
// and no ratings, so there are none here.
import type { Platform } from '../schemas/app-fields.ts';
import type { AppListing } from '../schemas/apps.ts';
import { typesOfCategories, type CategoryKey, type CategoryName } from '../schemas/categories.ts';
import { brand } from './brand.ts';
import { toIso } from '../text/dates.ts';
import { pictureUrl } from './pictures.ts';
import { urls } from '../addresses/urls.ts';
import { badgeOf } from '../schemas/proofs.ts';
import { fullName, type Owner, type UserProfile } from '../schemas/users.ts';

export type StructuredData = Record<string, unknown>;

const context = 'https://schema.org';

const types: Record<Platform, string> = {
  web: 'WebApplication',
  mobile: 'MobileApplication',
  desktop: 'SoftwareApplication',
  game: 'SoftwareApplication',
};

function personOf(siteUrl: string, user: Owner, path = urls.user(user.id)): StructuredData {
  return {
    '@type': 'Person',
    name: fullName(user),
    url: siteUrl + path,
    ...(user.picture && { image: siteUrl + pictureUrl(user.picture) }),
  };
}

/**
 * @param card path of the share card
 * @param keyOf the key of a category, which stays when the category is renamed
 */
export function dataOfApp(
  siteUrl: string,
  app: AppListing,
  { card, keyOf }: { card: string; keyOf: (name: CategoryName) => CategoryKey | undefined },
): StructuredData {
  const systems = [
    app.playstore_link && 'Android',
    app.appstore_link && 'iOS',
    app.platform === 'web' && 'Any, in a browser',
  ].filter(Boolean);
  const category = app.categories
    .map((name) => typesOfCategories[name] || typesOfCategories[keyOf(name) ?? ''])
    .find(Boolean);
  const links = [app.website, app.playstore_link, app.appstore_link, app.external_link].filter(Boolean);
  const download = app.playstore_link || app.appstore_link || app.external_link;
  return {
    '@context': context,
    '@type': types[app.platform],
    name: app.name,
    url: siteUrl + urls.app(app.nameId),
    description: app.description,
    applicationCategory:
      category ?? (app.platform === 'game' ? 'GameApplication' : (app.categories[0] ?? 'Application')),
    ...(systems.length > 0 && { operatingSystem: systems.join(', ') }),
    softwareVersion: app.currentVersion.version,
    datePublished: toIso(app.createdAt),
    dateModified: toIso(app.updatedAt),
    image: siteUrl + (app.logo ? pictureUrl(app.logo) : card),
    ...(app.screenshots.length > 0 && {
      screenshot: app.screenshots.map(({ picture }) => siteUrl + pictureUrl(picture)),
    }),
    ...(download && { downloadUrl: download }),
    ...(app.size && { fileSize: app.size }),
    ...(app.price && { isAccessibleForFree: app.price !== 'paid' }),
    ...(app.languages && { inLanguage: app.languages.split(',') }),
    sameAs: links,
    author: personOf(siteUrl, app.owner),
    // What its owner has proved to control.
    ...(app.proof && {
      identifier: {
        '@type': 'PropertyValue',
        propertyID: 'proved-owner-of',
        value: app.proof.name,
        description: badgeOf(app.proof),
      },
    }),
  };
}

export function dataOfUser(siteUrl: string, user: UserProfile): StructuredData {
  const links = Object.values(user.socialLinks);
  return {
    '@context': context,
    '@type': 'ProfilePage',
    dateCreated: toIso(user.dateJoined),
    mainEntity: {
      ...personOf(siteUrl, user, urls.profileOf(user)),
      identifier: user.id,
      ...(user.about && { description: user.about }),
      ...(user.handle !== null && { alternateName: user.handle }),
      ...(links.length > 0 && { sameAs: links }),
      ...(user.country && { homeLocation: { '@type': 'Country', name: user.country } }),
    },
  };
}

export function dataOfSite(siteUrl: string): StructuredData {
  return {
    '@context': context,
    '@type': 'WebSite',
    name: brand.name,
    alternateName: brand.title,
    url: `${siteUrl}/`,
    description: brand.description,
    inLanguage: 'en-NG',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}${urls.search()}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The path from the home page to a page, which comes last. */
export function breadcrumbs(siteUrl: string, steps: { name: string; path: string }[]): StructuredData {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: brand.name, path: urls.home() }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}

/** Escapes '<', because it could end the script element around the JSON. */
export function toScript(data: StructuredData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
