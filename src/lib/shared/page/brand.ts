// The name of the site and all that goes with it. An operator sets some of it by files in DATA_DIR/brand
// (server/platform/brand); the rest is as described here. Code of the browser does not import this module:
// it reads the name from the page (client/page/page.ts).

/** A legal text of the operator's, in place of the one that comes with the product. */
export interface OwnText {
  /** The heading; null for that of the page. */
  title: string | null;
  html: string;
}

/** Paths of the icons. */
export interface BrandIcons {
  /** In the tab of a browser. */
  favicon: { path: string; type: string };
  appleTouch: string;
  icon192: string;
  icon512: string;
  maskable192: string;
  maskable512: string;
}

/** Colours of share cards, which have the light theme. */
export interface CardColours {
  accent: string;
  panel: string;
  onPanel: string;
  warp: string;
  weft: string;
}

export interface Brand {
  /** Short form, shown in the navigation bar. */
  name: string;
  /** Full form, shown in titles and share cards. */
  title: string;
  tagline: string;
  description: string;
  contactEmail: string;
  /** The country whose apps are listed. */
  country: string;
  /** The carousel of the home page. The first one is its heading. */
  slogans: readonly string[];
  /** The language of the site, in its own words. */
  language: string;
  /** Colours of the browser's own bars. The page takes its colours from styles/tokens.css. */
  themeColour: { light: string; dark: string };
  icons: BrandIcons;
  /** Path of the operator's logo for the navigation bar; null where the site has the mark of the product. */
  logo: string | null;
  /** Rules that replace colours of styles/tokens.css; null where there are none. */
  style: string | null;
  cardColours: CardColours;
  /** Part of a share card's address, because cards show logo and colours; '' where both are the product's. */
  looks: string;
  privacy: OwnText | null;
  terms: OwnText | null;
  /** A hash of everything that is the operator's; '' where nothing is. */
  version: string;
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
    name,
    country,
    tagline,
    title: `${name}: apps built in ${country}`,
    description: `A public directory and portfolio of web, mobile, desktop and game apps built in ${country}. Browse and search them, or list your own for free.`,
    contactEmail,
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
export const defaultBrand: Brand = {
  ...completeFacts({}),
  language: 'English',
  themeColour: { light: '#fbfaf6', dark: '#0e1512' },
  icons: {
    favicon: { path: '/favicon.svg', type: 'image/svg+xml' },
    appleTouch: '/apple-touch-icon.png',
    icon192: '/icon-192.png',
    icon512: '/icon-512.png',
    maskable192: '/icon-maskable-192.png',
    maskable512: '/icon-maskable-512.png',
  },
  logo: null,
  style: null,
  // As in styles/tokens.css.
  cardColours: {
    accent: '#0a7a3d',
    panel: '#0c3a24',
    onPanel: '#f6f5ec',
    warp: '#14512f',
    weft: '#1f7a48',
  },
  looks: '',
  privacy: null,
  terms: null,
  version: '',
};

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
