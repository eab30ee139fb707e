/// <reference types="astro/client" />

declare module '*?inline-script' {
  /** The module bundled with what it imports, as the text of one classic script (scripts/inline-script.ts). */
  const text: string;
  export default text;
}

declare namespace Astro {
  interface ClientDirectives {
    /** src/islands/search/typing.ts */
    'client:typing'?: boolean;
  }
}

declare namespace App {
  interface Locals {
    services: import('./lib/server/services.ts').Services;
    page: ReturnType<typeof import('./lib/server/http/pages.ts').recordPage>['context'];
  }
}
