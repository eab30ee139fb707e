// Writes of admins to the settings of the whole site, for every-write.ts.
import type { SmallDirectory } from './every-write.ts';

const runJobs = ({ site }: SmallDirectory) => site.product.jobs.flush();

const actorOf = ({ ada }: SmallDirectory) => ({
  userId: ada.id,
  client: { address: '10.0.0.1', userAgent: 'test' },
});

export const siteWrites = {
  async 'an admin changes the contact address'(directory: SmallDirectory) {
    const { site } = directory.site.product.services;
    await site.changeContact(actorOf(directory), { version: 0, email: 'desk@apps.ng' });
  },
  async 'an admin changes the price of data'(directory: SmallDirectory) {
    const { site } = directory.site.product.services;
    await site.changeDataPrice(actorOf(directory), { version: 0, naira_per_gb: 600 });
  },
  async 'an admin announces something'(directory: SmallDirectory) {
    const { site } = directory.site.product.services;
    await site.changeAnnouncement(actorOf(directory), {
      version: 0,
      text: 'Tonight nobody can list an app.',
      link: '/about',
      kind: 'info',
      from: null,
      until: new Date(directory.now() + 60_000).toISOString(),
      is_dismissible: true,
    });
  },
  'the time of an announcement is over'(directory: SmallDirectory) {
    directory.pass(60_000);
    return Promise.resolve();
  },
  async 'an admin adds a category'(directory: SmallDirectory) {
    await directory.site.product.services.site.addCategory(actorOf(directory), { name: 'Agriculture' });
  },
  async 'an admin removes a category'(directory: SmallDirectory) {
    await directory.site.product.services.site.removeCategory(actorOf(directory), 'agriculture', {
      version: 1,
    });
  },
  async 'an admin renames a category'(directory: SmallDirectory) {
    const { site } = directory.site.product.services;
    await site.changeCategory(actorOf(directory), 'finance', { version: 1, name: 'Money' });
    await runJobs(directory);
  },
  async 'an admin moves a category in the list'(directory: SmallDirectory) {
    const { site } = directory.site.product.services;
    await site.changeCategory(actorOf(directory), 'finance', { version: 2, position: 1 });
  },
  async 'an admin merges a category'(directory: SmallDirectory) {
    const { site } = directory.site.product.services;
    await site.mergeCategory(actorOf(directory), 'music', { version: 1, into: 'entertainment' });
    await runJobs(directory);
  },
  async 'an admin removes the announcement'(directory: SmallDirectory) {
    await directory.site.product.services.site.removeAnnouncement(actorOf(directory), { version: 1 });
  },
};
