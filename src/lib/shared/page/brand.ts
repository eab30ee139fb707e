// The name of the site and all that goes with it. An operator sets some of it by files in DATA_DIR/brand
// (server/platform/brand); the rest is as described here. Code of the browser does not import this module:
// it reads the name from the page (client/page/page.ts).

/** A legal text of the operator's, in place of the one that comes with the product. */
export interface OwnText {
  /** The heading; null for that of the page. */
  title: string | null;
  html: string;
}

type OwnFacts = { [Fact in 'name' | 'tagline' | 'contactEmail']?: string | undefined };

const country = 'Nigeria';

/** Completes the facts that an operator gives. */
export function completeFacts({
  name = 'NaijaBuilt',
  tagline = `Every app built in ${country} in one place`,
  contactEmail = 'hello@naijabuilt.example',
}: OwnFacts) {
  return {
    /** Short form, shown in the navigation bar. */
    name,
    country,
    tagline,
    /** Full form, shown in titles and share cards. */
    title: `${name}: apps built in ${country}`,
    description: `A public directory and portfolio of web, mobile, desktop and game apps built in ${country}. Browse and search them, or list your own for free.`,
    contactEmail,
    /** The carousel of the home page. The first one is its heading. */
    slogans: [
      tagline,
      'Showcase the Portfolio of apps that you have built',
      'List your Apps for others to use',
      'Gain easy Recognition through your apps',
      "Get Motivated by other people's Work",
    ],
  };
}

/** The site as it is without files of an operator. */
export const defaultBrand = {
  ...completeFacts({}),
  /** The language of the site, in its own words. */
  language: 'English',
  /** Colours of the browser's own bars. The page takes its colours from styles/tokens.css. */
  themeColour: { light: '#fbfaf6', dark: '#0e1512' },
  icons: {
    favicon: { path: '/favicon.svg', type: 'image/svg+xml' },
    appleTouch: '/apple-touch-icon.png',
    icon192: '/icon-192.png',
    icon512: '/icon-512.png',
    maskable192: '/icon-maskable-192.png',
    maskable512: '/icon-maskable-512.png',
  },
  /** Path of the operator's logo for the navigation bar; null where the site has the mark of the product. */
  logo: null as string | null,
  /** Rules that replace colours of styles/tokens.css; null where there are none. */
  style: null as string | null,
  /** Colours of share cards, which have the light theme, as in styles/tokens.css. */
  cardColours: {
    accent: '#0a7a3d',
    panel: '#0c3a24',
    onPanel: '#f6f5ec',
    warp: '#14512f',
    weft: '#1f7a48',
  },
  /** Part of a share card's address, because cards show logo and colours; '' where both are the product's. */
  looks: '',
  privacy: null as OwnText | null,
  terms: null as OwnText | null,
  /** A hash of everything that is the operator's; '' where nothing is. */
  version: '',
};

export type Brand = typeof defaultBrand;

const key = Symbol.for('naijabuilt.brand');
const shared = globalThis as { [key]?: Brand };

/**
 * The brand of this process. It is one object for all copies of this module: the bundle of the pages has its own. Its
 * properties change once, when the product is composed, so read them when a text is made, not when a module is loaded.
 */
export const brand: Readonly<Brand> = (shared[key] ??= { ...defaultBrand });

export function useBrand(next: Brand): void {
  Object.assign(brand, next);
}
