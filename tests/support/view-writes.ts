// Views that are counted, for every-write.ts.
import type { SmallDirectory } from './every-write.ts';

export const viewWrites = {
  async 'views are counted'({ site, app, ada, pass }: SmallDirectory) {
    const visit = { address: '10.0.0.1', userAgent: 'Mozilla/5.0 Firefox/140', viewer: '' };
    const { views } = site.product.services;
    views.count({ ...visit, subject: `app:${app.id}` });
    views.count({ ...visit, subject: `user:${ada.id}` });
    await views.flush();
    // Cached answers may show counts of this age.
    pass(10 * 60_000);
  },
};
