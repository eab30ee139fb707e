// Threat: a text becomes markup or a script's address by mistake. In browsers with Trusted Types the pages' policy
// (http/security-headers.ts) allows only texts that pass through this module. It loads before all others.

interface TypesPolicy {
  createHTML(html: string): string;
}

/** Not in TypeScript's DOM types, because only some browsers have it. */
interface TypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML?: (html: string) => string; createScriptURL?: (url: string) => string },
  ): TypesPolicy;
}

const factory = (globalThis as { trustedTypes?: TypesFactory }).trustedTypes;

// Allows addresses of this site only, for the registration of a service worker and the like.
factory?.createPolicy('default', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin === location.origin) return url;
    throw new TypeError(`Not a script of this site: ${url}`);
  },
});

const pages = factory?.createPolicy('own-pages', { createHTML: (html) => html });

/** Parses a page of this site. Its scripts do not run, and the policy lets no inline handler of it run. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(pages ? pages.createHTML(html) : html, 'text/html');
}
