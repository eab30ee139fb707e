// npm run remove-samples: removes the sample listings, also while the site runs.
import { removeSampleData } from '../src/sample-data/remove-sample-data.ts';
import { inEnglish, runCommand, withProduct } from './command.ts';

const help = 'Usage: npm run remove-samples\n\nRemoves the sample listings and their accounts.';

await runCommand({ help }, async () => {
  const removed = await withProduct(async ({ db, jobs, services }) => {
    const count = await removeSampleData(db.read, services);
    // A running server takes jobs as well, and finishes them if this command is interrupted.
    await jobs.flush();
    return count;
  });
  console.log(
    removed === 0
      ? 'There are no sample listings.'
      : `${inEnglish(removed)} sample listings and their accounts were removed. Visitors see it within 2 seconds.`,
  );
});
