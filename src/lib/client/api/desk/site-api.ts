// The desk's routes of the settings of the site, and its numbers.
import type {
  numbersSchema,
  siteSettingsSchema,
  ChangeAnnouncement,
  ChangeContact,
  ChangeDataPrice,
} from '../../../shared/schemas/moderation/site.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi } from '../api.ts';

interface Versioned {
  version: number;
}

export const siteApi = {
  numbers: () => callApi<z.infer<typeof numbersSchema>>('GET', '/desk/numbers/'),
  settings: () => callApi<z.infer<typeof siteSettingsSchema>>('GET', '/desk/site/'),
  changeContact: (json: ChangeContact) =>
    callApi<z.infer<typeof siteSettingsSchema>>('POST', '/desk/site/contact/', { json }),
  changeDataPrice: (json: ChangeDataPrice) =>
    callApi<z.infer<typeof siteSettingsSchema>>('POST', '/desk/site/data-price/', { json }),
  announce: (json: ChangeAnnouncement) =>
    callApi<z.infer<typeof siteSettingsSchema>>('POST', '/desk/site/announcement/', { json }),
  removeAnnouncement: (json: Versioned) =>
    callApi<z.infer<typeof siteSettingsSchema>>('POST', '/desk/site/announcement/remove/', { json }),
};
