// Messages that name the site. They are apart from the others, and functions of the brand, because an operator may
// change the name; scripts of the browser hold none of them.
import { brand } from '../page/brand.ts';

export const brandMessages = {
  install: () => `Install ${brand.name} as an app. Installation takes less than 10 seconds`,
  noApps: () => `No Apps listed on ${brand.name} yet. Be the first to register your app.`,
  notFound: () => `${brand.name} cannot find this page. Go back one step and try again.`,
};
