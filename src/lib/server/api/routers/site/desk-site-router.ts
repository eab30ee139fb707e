import {
  changeAnnouncementSchema,
  changeContactSchema,
  changeDataPriceSchema,
  removeAnnouncementSchema,
  siteSettingsSchema,
} from '../../../../shared/schemas/moderation/site.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { requireStaff } from '../../requests/staff.ts';
import { createRoute } from '../../requests/once.ts';
import { createRouter, jsonOf, refusing } from '../../router.ts';

const tags = ['Desk'];
const security = [{ bearer: [] }];
const effect = 'For admins. It is in effect on every node when it is answered.';
const responses = { 200: jsonOf(siteSettingsSchema, 'The settings.'), ...refusing(401, 403, 404, 429) };

const showRoute = createRoute({
  method: 'get',
  path: '/desk/site/',
  operationId: 'findSiteSettings',
  description: 'As they are stored, with the versions that a change has to send.',
  tags,
  security,
  summary: 'The settings of the site',
  responses: { 200: jsonOf(siteSettingsSchema, 'The settings.'), ...refusing(401, 403, 404) },
});

const contactRoute = createRoute({
  method: 'post',
  path: '/desk/site/contact/',
  operationId: 'changeContactAddress',
  description: `${effect} Pages, mails, security.txt and the API name it.`,
  tags,
  security,
  summary: 'Sets the contact address',
  request: { body: bodyOf(changeContactSchema) },
  responses,
});

const dataPriceRoute = createRoute({
  method: 'post',
  path: '/desk/site/data-price/',
  operationId: 'changeDataPrice',
  description: `${effect} The data saver names what a page has cost by it.`,
  tags,
  security,
  summary: 'Sets the price of a gigabyte',
  request: { body: bodyOf(changeDataPriceSchema) },
  responses,
});

const announcementRoute = createRoute({
  method: 'post',
  path: '/desk/site/announcement/',
  operationId: 'changeAnnouncement',
  description: `${effect} It replaces the one before, also for those who have closed that one.`,
  tags,
  security,
  summary: 'Sets the announcement on every page',
  request: { body: bodyOf(changeAnnouncementSchema) },
  responses,
});

const removeRoute = createRoute({
  method: 'post',
  path: '/desk/site/announcement/remove/',
  operationId: 'removeAnnouncement',
  description: effect,
  tags,
  security,
  summary: 'Removes the announcement',
  request: { body: bodyOf(removeAnnouncementSchema) },
  responses,
});

/** What staff see and change of the settings of the site. */
export function createDeskSiteRouter() {
  return createRouter()
    .openapi(showRoute, async (c) => {
      await requireStaff(c, 'moderator');
      return c.json(await c.var.services.site.showSettings(), 200);
    })
    .openapi(contactRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, changeContactSchema);
      const settings = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.changeContact(staff, form),
      );
      return c.json(settings, 200);
    })
    .openapi(dataPriceRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, changeDataPriceSchema);
      const settings = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.changeDataPrice(staff, form),
      );
      return c.json(settings, 200);
    })
    .openapi(announcementRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, changeAnnouncementSchema);
      const settings = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.changeAnnouncement(staff, form),
      );
      return c.json(settings, 200);
    })
    .openapi(removeRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, removeAnnouncementSchema);
      const settings = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.removeAnnouncement(staff, form),
      );
      return c.json(settings, 200);
    });
}
