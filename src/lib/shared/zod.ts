// Runs anywhere. The one door to zod for what ships to the browser as well: the setting must stand before the first schema
// is made. In the browser zod may not write code of its own, which the Content-Security-Policy forbids and would report.
import { z } from 'zod';

if ('document' in globalThis) z.config({ jitless: true });

export { z };
