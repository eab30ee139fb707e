// Loads the sample listings for the browser tests, with the pictures of a few of them: encoding all pictures takes 18 s
// more processor time. Run as a process of its own, because Playwright would translate every source of the product.
import { compose } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { loadSampleData } from '../../src/sample-data/load-sample-data.ts';
import { cheapHashCost } from './hash-cost.ts';

/** Two listings each with four, three and two screenshots. */
const models = ['Paystack', 'Grey', 'Kuda', 'Chowdeck', 'LifeBank', 'Carbon'];

let given = 0;

function picturesOf(name: string): string {
  if (models.includes(name)) return name;
  given += 1;
  return models[given % models.length] ?? name;
}

const product = await compose(parseConfig({ ...process.env, SAMPLE_DATA: 'off' }), {
  hashCost: cheapHashCost,
});
try {
  await loadSampleData(product.services, { picturesOf });
} finally {
  await product.close();
}
