// What admins change at the desk. A change is published under the key 'site': when it is answered, every node has read
// it and has dropped the pages that were made of the old one.
import type {
  ChangeAnnouncement,
  ChangeContact,
  ChangeDataPrice,
  SiteSettingsJson,
} from '../../shared/schemas/moderation/site.ts';
import { isoOrNull } from '../../shared/text/dates/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { SiteSettingTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Actor, SiteContext } from './context.ts';
import { averageNairaPerGb, type Announcement } from './settings.ts';
import { findSettings } from './site-queries.ts';
import { replaceSetting } from './site-writes.ts';

const instantOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** The settings with their versions, as they are stored. */
export async function showSettings({
  db,
  contactEmail,
}: Pick<SiteContext, 'contactEmail' | 'db'>): Promise<SiteSettingsJson> {
  const { contact, dataPrice, announcement } = await findSettings(db.read);
  const { value } = announcement;
  return {
    contact: { version: contact.version, email: contact.value.email, default_email: contactEmail },
    data_price: {
      version: dataPrice.version,
      naira_per_gb: dataPrice.value.nairaPerGb,
      default_naira_per_gb: averageNairaPerGb,
    },
    announcement: {
      version: announcement.version,
      current: value && {
        id: value.id,
        text: value.text,
        link: value.link,
        kind: value.kind,
        from: isoOrNull(value.from),
        until: isoOrNull(value.until),
        is_dismissible: value.isDismissible,
      },
    },
  };
}

interface Change {
  name: SiteSettingTable['name'];
  version: number;
  value: object | null;
  event: AuditEvent;
}

/** @throws AppError 409 where somebody else has changed it since */
async function change(
  context: SiteContext,
  { client, userId }: Actor,
  wanted: Change,
): Promise<SiteSettingsJson> {
  const { audit, clock } = context;
  const { name, version, value, event } = wanted;
  await audit.write(client, async (trx, record) => {
    const row = { name, version, value: JSON.stringify(value), updated_at: clock() };
    if (!(await replaceSetting(trx, row))) throw new AppError(409, messages.site.changedMeanwhile);
    noteChanged(dataKey.site);
    await record(event, userId);
  });
  return await showSettings(context);
}

export async function changeContact(
  context: SiteContext,
  actor: Actor,
  { version, email }: ChangeContact,
): Promise<SiteSettingsJson> {
  return await change(context, actor, {
    name: 'contact',
    version,
    value: { email },
    event: 'site.contact-changed',
  });
}

export async function changeDataPrice(
  context: SiteContext,
  actor: Actor,
  { version, naira_per_gb: nairaPerGb }: ChangeDataPrice,
): Promise<SiteSettingsJson> {
  return await change(context, actor, {
    name: 'data-price',
    version,
    value: { nairaPerGb },
    event: 'site.data-price-changed',
  });
}

export async function changeAnnouncement(
  context: SiteContext,
  actor: Actor,
  { version, from, until, is_dismissible: isDismissible, ...rest }: ChangeAnnouncement,
): Promise<SiteSettingsJson> {
  const value: Announcement = {
    ...rest,
    id: newId(),
    from: instantOf(from),
    until: instantOf(until),
    isDismissible,
  };
  return await change(context, actor, {
    name: 'announcement',
    version,
    value,
    event: 'site.announcement-changed',
  });
}

export async function removeAnnouncement(
  context: SiteContext,
  actor: Actor,
  { version }: { version: number },
): Promise<SiteSettingsJson> {
  return await change(context, actor, {
    name: 'announcement',
    version,
    value: null,
    event: 'site.announcement-removed',
  });
}
