// The settings of the site as admins change them at the desk.
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { Client } from '../platform/security/client.ts';
import {
  type ChangeAnnouncement,
  type ChangeContact,
  type ChangeDataPrice,
  type SiteSettingsJson,
} from '../../shared/schemas/desk.ts';
import { isoOrNull } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { averageNairaPerGb, findSettings, instantOf, type Announcement } from './state.ts';

/** The member of staff who changes something. */
export interface Actor {
  userId: string;
  client: Client;
}

/** The settings with their versions, as they are stored. */
export async function showSettings({ db, site }: Pick<Context, 'db' | 'site'>): Promise<SiteSettingsJson> {
  const { contact, 'data-price': dataPrice, announcement } = await findSettings(db.read);
  return {
    contact: { version: contact.version, ...contact.value, default_email: site.defaultEmail },
    data_price: { version: dataPrice.version, ...dataPrice.value, default_naira_per_gb: averageNairaPerGb },
    announcement: { version: announcement.version, current: announcement.value },
  };
}

/**
 * What admins change at the desk. A change is published under the key 'site': when it is answered, every node has read
 * it and has dropped the pages that were made of the old one.
 * @returns a function that throws AppError 409 where somebody else has changed the setting since
 */
const changing =
  <Form extends { version: number }>(
    name: Row<'site_settings'>['name'],
    event: AuditEvent,
    valueOf: (value: Omit<Form, 'version'>) => object | null = (value) => value,
  ) =>
  async (context: Context, { client, userId }: Actor, form: Form): Promise<SiteSettingsJson> => {
    const { audit, clock } = context;
    const { version, ...value } = form;
    await audit.write(client, async (trx, record) => {
      const row = { value: JSON.stringify(valueOf(value)), version: version + 1, updated_at: clock() };
      const change = trx.updateTable('site_settings').set(row).where('name', '=', name);
      const first = trx.insertInto('site_settings').values({ name, ...row });
      // Version 0 stands for no row.
      const isStored = await hasRow(
        version > 0
          ? change.where('version', '=', version).returning('name')
          : first.onConflict((conflict) => conflict.doNothing()).returning('name'),
      );
      if (!isStored) throw new AppError(409, messages.site.changedMeanwhile);
      noteChanged(dataKey.site);
      await record(event, userId);
    });
    return await showSettings(context);
  };

export const changeContact = changing<ChangeContact>('contact', 'site.contact-changed');

export const changeDataPrice = changing<ChangeDataPrice>('data-price', 'site.data-price-changed');

export const changeAnnouncement = changing<ChangeAnnouncement>(
  'announcement',
  'site.announcement-changed',
  ({ from, until, ...shown }): Announcement => ({
    ...shown,
    id: newId(),
    from: isoOrNull(instantOf(from)),
    until: isoOrNull(instantOf(until)),
  }),
);

export const removeAnnouncement = changing<{ version: number }>(
  'announcement',
  'site.announcement-removed',
  () => null,
);
