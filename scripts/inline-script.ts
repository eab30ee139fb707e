import { build, type Plugin, type Rolldown } from 'vite';

/** Suffix of the path of an import: `import text from './main.ts?inline-script'`. */
const suffix = '?inline-script';

interface InlineScript {
  code: string;
  /** Every source of the bundle. */
  files: string[];
}

/** Bundles a module with its imports into one classic script, which runs at its position in the page. */
export async function bundleInlineScript(entry: string, isForDebugging = false): Promise<InlineScript> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: !isForDebugging,
      sourcemap: isForDebugging && 'inline',
      modulePreload: false,
      target: ['chrome109', 'safari15.4', 'firefox115'],
      lib: { entry, formats: ['iife'], name: 'head' },
    },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const [chunk, ...others] = output?.output ?? [];
  if (!chunk || others.length > 0) throw new Error(`${entry} does not make exactly one file.`);
  // Both would end or hide the script in the page.
  if (/<\/script|<!--/i.test(chunk.code)) throw new Error(`${entry} holds a text that ends a script.`);
  return { code: chunk.code.trim(), files: chunk.moduleIds };
}

/**
 * A Vite plugin for scripts that must run before the first paint. Astro and Vite inline scripts only as modules,
 * which browsers defer until the page is parsed. The build imports the text twice, for the pages and for the policy
 * that allows it by its hash (src/entry.ts), so both have the same bytes.
 */
export function inlineScripts(): Plugin {
  let isForDebugging = false;
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    configResolved({ command }) {
      isForDebugging = command === 'serve';
    },
    async resolveId(source, importer) {
      if (!source.endsWith(suffix)) return null;
      const resolved = await this.resolve(source.slice(0, -suffix.length), importer);
      return resolved && resolved.id + suffix;
    },
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const { code, files } = await bundleInlineScript(id.slice(0, -suffix.length), isForDebugging);
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
