import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist*/', 'data/', '.astro/', 'bench-results/', 'test-results/', 'playwright-report/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Services are plain objects of closures: there is no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      // An async function that awaits nothing is how an interface is met.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  astro.configs['flat/recommended'],
);
