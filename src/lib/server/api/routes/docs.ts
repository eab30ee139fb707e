import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { brand } from '../../../shared/page/brand.ts';
import { escapeXml } from '../../../shared/text/text.ts';

/** The files of Swagger UI that are served, by name, with their content types. */
const types: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const pageOf = (name: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(name)} API</title>
<link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
</head>
<body>
<main id="docs"><p>This page needs JavaScript. The API is also described in <a href="/api/v1/openapi.json">openapi.json</a>.</p></main>
<script src="/api/v1/docs/swagger-ui-bundle.js"></script>
<script src="/api/v1/docs/start.js"></script>
</body>
</html>
`;

// A file of its own: the content security policy allows no script inside a page.
// Groups are closed at first: of 140 open operations Swagger UI draws only some.
const start = `SwaggerUIBundle({
  url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, docExpansion: 'none'
});\n`;

/** GET /docs: Swagger UI for the OpenAPI document. */
export function createDocsRouter(): Hono {
  const router = new Hono();
  const page = pageOf(brand.name);
  router.get('/docs/', (c) => c.html(page));
  router.get('/docs/start.js', (c) =>
    c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  for (const [file, type] of Object.entries(types)) {
    router.get(`/docs/${file}`, async (c) => {
      return c.body(await readFile(join(folder, file), 'utf8'), 200, { 'content-type': type });
    });
  }
  return router;
}
