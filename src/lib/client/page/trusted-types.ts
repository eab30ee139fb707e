// Threat: a text that becomes markup or a script's address by mistake. Where browsers have Trusted Types, the pages'
// policy (edge/security/security-headers.ts) lets nothing but what passes through here become either. Loaded before all
// else.

interface TypesPolicy {
  createHTML(html: string): string;
}

/** Not in TypeScript's DOM types, as only some browsers have it. */
interface TypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML?: (html: string) => string; createScriptURL?: (url: string) => string },
  ): TypesPolicy;
}

const factory = (globalThis as { trustedTypes?: TypesFactory }).trustedTypes;

// For whatever takes the address of a script, such as the registration of a service worker: this site's own, and no
// other.
factory?.createPolicy('default', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin === location.origin) return url;
    throw new TypeError(`Not a script of this site: ${url}`);
  },
});

const pages = factory?.createPolicy('own-pages', { createHTML: (html) => html });

/** Parses a page that this site has sent. Scripts in it do not run, and the policy lets no handler in it run either. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(pages ? pages.createHTML(html) : html, 'text/html');
}
