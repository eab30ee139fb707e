// The server of the browser tests: the product as `npm start` runs it, with hashes of passwords that cost next to
// nothing.
import { run } from '../../src/main.ts';
import { cheapHashCost } from './hash-cost.ts';

await run({ hashCost: cheapHashCost });
