import type { APIRoute } from 'astro';
import { brand } from '../lib/shared/page/brand.ts';
import { urls } from '../lib/shared/addresses/urls.ts';

const icon = (src: string, sizes: string, purpose = 'any', type = 'image/png') => ({
  src,
  sizes,
  type,
  purpose,
});

const screenshot = (form_factor: 'narrow' | 'wide', sizes: string, device: string) => ({
  src: `/screenshots/${form_factor}.webp`,
  sizes,
  type: 'image/webp',
  form_factor,
  label: `The latest apps on a ${device}`,
});
/** They show the product's own name and colours. */
const screenshots = [screenshot('narrow', '720x1280', 'phone'), screenshot('wide', '1280x800', 'computer')];

/** https://www.w3.org/TR/appmanifest/ */
export const GET: APIRoute = () => {
  const { favicon, ...pngs } = brand.icons;
  const icons = [
    icon(pngs.icon192, '192x192'),
    icon(pngs.icon512, '512x512'),
    icon(pngs.maskable192, '192x192', 'maskable'),
    icon(pngs.maskable512, '512x512', 'maskable'),
    ...(favicon.type === 'image/svg+xml' ? [icon(favicon.path, 'any', 'any', favicon.type)] : []),
  ];
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
