import type { APIRoute } from 'astro';
import { brand } from '../lib/shared/page/brand.ts';
import { urls } from '../lib/shared/addresses/urls.ts';
import { escapeXml } from '../lib/shared/text/text.ts';

/** Lets a browser add the directory to its search engines (OpenSearch 1.1). */
export const GET: APIRoute = ({ locals: { page } }) => {
  const icon = brand.icons.favicon;
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeXml(brand.name)}</ShortName>
  <Description>${escapeXml(brand.description)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="${icon.type}">${page.siteUrl}${icon.path}</Image>
  <Url type="text/html" template="${page.siteUrl}${urls.search()}?q={searchTerms}"/>
</OpenSearchDescription>
`;
  return new Response(body, { headers: { 'content-type': 'application/opensearchdescription+xml' } });
};
