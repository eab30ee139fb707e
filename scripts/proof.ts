// npm run proof: heavy proofs, one after the other. `npm run proof -- codes` runs those whose file name holds the word.
import { startVitest } from 'vitest/node';

const vitest = await startVitest(process.argv.slice(2), {
  config: 'vitest.proof.config.ts',
  run: true,
  watch: false,
});
await vitest.close();
