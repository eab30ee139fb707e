// npm run test:all: `npm test` with every test. CI runs it.
process.env['TEST_SCOPE'] = 'all';
await import('./test.ts');

// Makes this file a module, which may wait.
export {};
