import { hash } from 'node:crypto';
import type { HeaderPair } from '../render/rendered-response.ts';

/** Fields to add to each kind of answer. */
export interface SecurityHeaders {
  /** HTML documents. */
  page: HeaderPair[];
  /** The document of the API's description, whose package writes its own markup: as a page, without Trusted Types. */
  docs: HeaderPair[];
  /** The card of an app that other sites show: no script runs in it, nothing is fetched from elsewhere, and anyone may frame it. */
  embed: HeaderPair[];
  /** Feeds, scripts, styles, icons. */
  asset: HeaderPair[];
  /** Uploaded pictures and API answers: never a document, whatever a browser takes them for. */
  data: HeaderPair[];
}

/** Two years, as https://hstspreload.org asks for; subdomains are not ours to decide on. */
const strictTransport: HeaderPair = ['strict-transport-security', 'max-age=63072000'];

const refusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/**
 * @param inlineScripts the texts of the inline scripts that pages carry, to the letter. Nothing else inline runs, which
 *   is what keeps the tokens in local storage out of the reach of injected markup.
 * @param mediaOrigin where pictures are served besides the site itself: a redirect to it is held to the policy as well,
 *   that of the service worker too, which asks for them in the page's place
 */
export function createSecurityHeaders(
  siteUrl: string,
  inlineScripts: readonly string[],
  mediaOrigin?: string,
): SecurityHeaders {
  const secure = siteUrl.startsWith('https:');
  const every: HeaderPair[] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', refusedFeatures.map((feature) => `${feature}=()`).join(', ')],
    ...(secure ? [strictTransport] : []),
  ];
  // All of it is public, and other front ends may show it.
  const shared: HeaderPair[] = [...every, ['cross-origin-resource-policy', 'cross-origin']];
  const document = (...policy: string[]): HeaderPair[] => [
    ...every,
    ['content-security-policy', policy.join('; ')],
    ['cross-origin-opener-policy', 'same-origin'],
  ];
  const media = mediaOrigin === undefined ? '' : ` ${mediaOrigin}`;
  const page = pagePolicy(inlineScripts, media);
  return {
    page: document(...page, ...trustedTypes),
    docs: document(...page),
    embed: [...every, ['content-security-policy', embedPolicy(media)]],
    asset: [...shared, ['content-security-policy', assetPolicy(media)]],
    data: [
      ...shared,
      ['content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    ],
  };
}

/**
 * Content Security Policy Level 3, https://www.w3.org/TR/CSP3/.
 * @param media the origin of pictures with a space before it, or ''
 */
function pagePolicy(inlineScripts: readonly string[], media: string): string[] {
  const hashes = new Set(inlineScripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`));
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes].join(' '),
    // Astro writes styles into the page, and components colour a logo's place with a style attribute.
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
}

/** Only lib/client/page/trusted-types.ts makes markup or a script's address out of a text (Trusted Types, W3C). */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default own-pages'];

function embedPolicy(media: string): string {
  return [
    "default-src 'none'",
    `img-src 'self'${media}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}

/** For a drawing that is opened as a document, and for a worker, whose own file says what it may fetch. */
function assetPolicy(media: string): string {
  return [
    "default-src 'none'",
    `connect-src 'self'${media}`,
    "img-src 'self' data:",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
