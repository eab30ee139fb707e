// npm run dev: the pages with reload on every change, on the same services as in production.
import { dev } from 'astro';

await dev({ server: { port: Number(process.env['PORT'] ?? 4321) } });
