/** The name of the site, which an operator may have changed after the build. @param page this one, or a kept one */
export function siteName(page: Document = document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
}
