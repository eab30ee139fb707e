// The server of the browser tests: the product as `npm start` runs it, with cheap password hashes.
import { run } from '../../src/main.ts';
import { cheapHashCost } from './hash-cost.ts';

await run({ hashCost: cheapHashCost });
