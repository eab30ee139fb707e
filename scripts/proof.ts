// npm run proof: heavy proofs, one after the other. `npm run proof -- codes` runs those whose file name holds the word,
// `npm run proof -- browser` the one that needs a browser.
import { spawnSync } from 'node:child_process';
import { startVitest } from 'vitest/node';

const words = process.argv.slice(2);
const files = words.filter((word) => word !== 'browser');

if (words.length === 0 || files.length > 0) {
  const vitest = await startVitest(files, { config: 'vitest.proof.config.ts', run: true, watch: false });
  await vitest.close();
}
if (words.length === 0 || words.includes('browser')) {
  const { error, status } = spawnSync('playwright', ['test', '--config', 'playwright.proof.config.ts'], {
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exitCode = 1;
}
