import type { APIRoute } from 'astro';
import { brand, type BrandIcons } from '../lib/shared/page/brand.ts';
import { urls } from '../lib/shared/addresses/urls.ts';

function iconsOf({ favicon, ...icons }: BrandIcons) {
  return [
    { src: icons.icon192, sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: icons.icon512, sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: icons.maskable192, sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: icons.maskable512, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ...(favicon.type === 'image/svg+xml'
      ? [{ src: favicon.path, sizes: 'any', type: favicon.type, purpose: 'any' }]
      : []),
  ];
}

/** They show the product's own name and colours. */
const screenshots = [
  {
    src: '/screenshots/narrow.webp',
    sizes: '720x1280',
    type: 'image/webp',
    form_factor: 'narrow',
    label: 'The latest apps on a phone',
  },
  {
    src: '/screenshots/wide.webp',
    sizes: '1280x800',
    type: 'image/webp',
    form_factor: 'wide',
    label: 'The latest apps on a computer',
  },
];

/** https://www.w3.org/TR/appmanifest/ */
export const GET: APIRoute = () => {
  const icons = iconsOf(brand.icons);
  const shortcut = (name: string, url: string) => ({ name, url, icons: icons.slice(0, 1) });
  const manifest = {
    id: '/',
    name: brand.title,
    short_name: brand.name,
    description: brand.description,
    lang: 'en-NG',
    dir: 'ltr',
    start_url: urls.home(),
    scope: '/',
    display: 'standalone',
    background_color: brand.themeColour.light,
    theme_color: brand.themeColour.light,
    categories: ['productivity', 'utilities', 'developer tools'],
    icons,
    shortcuts: [
      shortcut('Search', urls.search()),
      shortcut('List your App', urls.newApp()),
      shortcut('Profile', urls.profile()),
    ],
    ...(brand.version === '' && { screenshots }),
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
};
