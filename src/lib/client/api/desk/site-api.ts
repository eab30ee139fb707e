// The desk's routes of the settings of the site, and its numbers.
import {
  numbersSchema,
  siteSettingsSchema,
  type ChangeAnnouncement,
  type ChangeContact,
  type ChangeDataPrice,
} from '../../../shared/schemas/desk.ts';
import { callApi } from '../api.ts';

interface Versioned {
  version: number;
}

export const siteApi = {
  numbers: () => callApi('GET', '/desk/numbers/', numbersSchema),
  settings: () => callApi('GET', '/desk/site/', siteSettingsSchema),
  changeContact: (json: ChangeContact) =>
    callApi('POST', '/desk/site/contact/', siteSettingsSchema, { json }),
  changeDataPrice: (json: ChangeDataPrice) =>
    callApi('POST', '/desk/site/data-price/', siteSettingsSchema, { json }),
  announce: (json: ChangeAnnouncement) =>
    callApi('POST', '/desk/site/announcement/', siteSettingsSchema, { json }),
  removeAnnouncement: (json: Versioned) =>
    callApi('POST', '/desk/site/announcement/remove/', siteSettingsSchema, { json }),
};
