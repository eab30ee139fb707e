import type { APIRoute } from 'astro';
import { brand } from '../lib/shared/page/brand.ts';
import { urls } from '../lib/shared/addresses/urls.ts';

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
];

const shortcut = (name: string, url: string) => ({ name, url, icons: icons.slice(0, 1) });

/** https://www.w3.org/TR/appmanifest/ */
export const GET: APIRoute = () => {
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
    screenshots: [
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
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
};
