import { type HeaderPair } from './answer.ts';
import { hash } from 'node:crypto';

/** Header fields for each kind of answer. */
export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

/** Two years, as https://hstspreload.org asks. Without subdomains, which may belong to somebody else. */
const strictTransport: HeaderPair = ['strict-transport-security', 'max-age=63072000'];

const refusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/**
 * @param inlineScripts exact texts of the pages' inline scripts. No other inline script runs, so that injected markup
 * cannot read the tokens in local storage.
 * @param mediaOrigin where pictures are served besides the site itself. Browsers check a redirect to it against the
 * policy of the page, and against that of the service worker, which fetches pictures for pages.
 */
export function createSecurityHeaders(
  siteUrl: string,
  inlineScripts: Record<'every' | 'islands', readonly string[]>,
  mediaOrigin?: string,
) {
  const every: HeaderPair[] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', refusedFeatures.map((feature) => `${feature}=()`).join(', ')],
    ...(siteUrl.startsWith('https:') ? [strictTransport] : []),
  ];
  /** Content Security Policy Level 3, https://www.w3.org/TR/CSP3/. */
  const policy = (...parts: string[]): HeaderPair => ['content-security-policy', parts.join('; ')];
  const media = mediaOrigin === undefined ? '' : ` ${mediaOrigin}`;
  const ofPage = (scripts: readonly string[]): string[] => [
    "default-src 'self'",
    `script-src 'self'${scripts.map((script) => ` 'sha256-${hash('sha256', script, 'base64')}'`).join('')}`,
    // Astro writes styles into the page, and components set colours by style attributes.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${media}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  // Only lib/client/page/trusted-types.ts turns a text into markup or a script's address (Trusted Types, W3C).
  const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default own-pages'];
  const nothing = ["default-src 'none'", "base-uri 'none'"];
  const ofEmbed = [
    `img-src 'self'${media}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    'frame-ancestors *',
  ];
  // For an SVG that is opened as a document, and for the service worker, which fetches under its own policy.
  const ofAsset = [
    `connect-src 'self'${media}`,
    "img-src 'self' data:",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "frame-ancestors 'none'",
  ];
  const alone: HeaderPair = ['cross-origin-opener-policy', 'same-origin'];
  // All of it is public: other front ends may show it.
  const crossOrigin: HeaderPair = ['cross-origin-resource-policy', 'cross-origin'];
  const shared = [...every, crossOrigin];
  const { every: onPages, islands } = inlineScripts;
  /** Of what no browser opens as a document or runs as a worker, with as few bytes as that needs. */
  const parts = shared.filter(([name]) => !['referrer-policy', 'permissions-policy'].includes(name));
  const ofFile = [...shared, policy(...nothing, ...ofAsset)];
  return {
    /** HTML documents. */
    page: [...every, policy(...ofPage(onPages), ...trustedTypes), alone],
    /** Those with islands or forms. */
    islands: [...every, policy(...ofPage([...onPages, ...islands]), ...trustedTypes), alone],
    /** The page of the API's description. It has no Trusted Types, because its package makes markup from strings. */
    docs: [...every, policy(...ofPage(onPages)), alone],
    /** The card of an app, which any site may frame. It runs no script and fetches nothing from elsewhere. */
    embed: [...every, policy(...nothing, ...ofEmbed)],
    /** Feeds, scripts, styles, icons. @param type of media, or 'worker' */
    asset: (type: string) => (/svg|xml|html|worker/.test(type) ? ofFile : parts),
    /** Uploaded pictures and API answers, which a browser must never render as a document. */
    data: [...shared, policy(...nothing, "frame-ancestors 'none'")],
  };
}
