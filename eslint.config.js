// The pages alone: oxlint checks everything else (.oxlintrc.json), but does not read the markup of .astro files.
import astro from 'eslint-plugin-astro';
import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(astro.configs['flat/recommended'], {
  // Scripts of a page, which the plugin takes out of it. Types are not known there; `astro check` looks at those.
  files: ['**/*.astro/*.ts'],
  extends: [typescript.configs.strict],
});
