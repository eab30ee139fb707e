import { postDesk } from '../../lib/client/api/desk-api.ts';
import {
  announcementKinds,
  siteLimits,
  type SiteSettingsJson,
  type StaffJson,
} from '../../lib/shared/schemas/desk.ts';
import { Facts } from '../ui/fetched.tsx';
import { ActionButton, ActionStatus, useAction } from './shell/actions.tsx';
import { DeskForm, type DeskFields } from './shell/DeskForm.tsx';

interface Setting {
  /** The last part of the API's path. */
  name: string;
  title: string;
  fields: DeskFields;
  saved: { version: number };
  /** What those who may not change it read. */
  now: string;
}

const settingsOf = ({ contact, data_price: price, announcement }: SiteSettingsJson): readonly Setting[] => [
  {
    name: 'contact',
    title: 'Contact address',
    fields: {
      email: {
        label: 'Email',
        kind: 'email',
        hint: `Shown on pages and in emails. Leave empty for ${contact.default_email}.`,
      },
    },
    saved: contact,
    now: contact.email || contact.default_email,
  },
  {
    name: 'data-price',
    title: 'Data price',
    fields: {
      naira_per_gb: {
        label: 'Naira per gigabyte',
        hint: `The data saver shows what a page costs. Leave empty for ${String(price.default_naira_per_gb)}, 0 for no cost.`,
      },
    },
    saved: price,
    now: `${String(price.naira_per_gb ?? price.default_naira_per_gb)} naira per gigabyte`,
  },
  {
    name: 'announcement',
    title: 'Announcement on every page',
    fields: {
      text: { label: 'Text', max: siteLimits.announcement, rows: 3 },
      link: { label: 'Link (optional)', hint: 'An address, or a path of this site such as /about.' },
      kind: { label: 'Kind', options: announcementKinds },
      from: { label: 'From (optional)', kind: 'time', hint: 'In your local time. Leave empty for now.' },
      until: { label: 'Until (optional)', kind: 'time', hint: 'Leave empty to show it until you remove it.' },
      is_dismissible: { label: 'Visitors can close it', initial: true },
    },
    saved: { ...announcement.current, version: announcement.version },
    now: announcement.current?.text ?? 'None',
  },
];

export function Settings({ of: settings, me: { role } }: { of: SiteSettingsJson; me: StaffJson }) {
  const { version, current } = settings.announcement;
  const action = useAction();
  const all = settingsOf(settings);
  if (role !== 'admin')
    return (
      <>
        <p className="soft">Only admins can change these settings.</p>
        <Facts className="stack desk-facts" of={all.map(({ title, now }) => [title, now])} />
      </>
    );
  return (
    <div className="desk-settings">
      <p className="soft">Changes apply immediately on every page.</p>
      {all.map(({ name, title, fields, saved }) => (
        <DeskForm
          key={name}
          path={`site/${name}/`}
          title={title}
          fields={fields}
          saved={saved}
          input={(values) => ({ ...values, version: saved.version })}
          action="Save"
          says={`${title} saved`}
        />
      ))}
      <ActionStatus action={action} />
      {current && (
        <ActionButton
          action={action}
          send={() => postDesk('site/announcement/remove/', { version })}
          says="Announcement removed"
        >
          Remove announcement
        </ActionButton>
      )}
    </div>
  );
}
