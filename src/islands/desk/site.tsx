// The settings of the site, and its numbers.
import { noteChange, postDesk } from '../../lib/client/api/desk-api.ts';
import {
  announcementKinds,
  siteLimits,
  type NumbersJson,
  type SiteSettingsJson,
  type StaffJson,
} from '../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { TextButton } from '../ui/Button.tsx';
import { Facts, FigureTable } from '../ui/fetched.tsx';
import { ActionButton, ActionStatus, useAction } from './shell/actions.tsx';
import { DeskForm, type DeskFields } from './shell/DeskForm.tsx';
import { capital } from './shell/words.ts';

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

const charts = ['sign_ups', 'listings', 'releases', 'reports', 'decisions'] as const;

export function Numbers({ of: numbers }: { of: NumbersJson }) {
  const nodes = Object.fromEntries(numbers.nodes.map(({ version, count }) => [version, count]));
  const figures: Record<string, Record<string, number>> = {
    Accounts: numbers.accounts,
    Listings: numbers.listings,
    Cases: numbers.cases,
    Emails: numbers.mails,
    'Background jobs': numbers.jobs,
    'Nodes by version': nodes,
  };
  return (
    <>
      <p className="soft small">
        {formatDateTime(numbers.at)} <TextButton onClick={noteChange}>Refresh</TextButton>
      </p>
      <div className="desk-numbers">
        {Object.entries(figures).map(([title, of]) => (
          <section key={title} className="sheet" aria-label={title}>
            <h2>{title}</h2>
            <Facts
              of={Object.entries(of).map(([label, count]) => [capital(label), count.toLocaleString('en')])}
            />
          </section>
        ))}
      </div>
      <h2>The last 30 days</h2>
      <div className="desk-numbers">
        {charts.map((name) => (
          <DayChart
            key={name}
            title={capital(name.replace('_', '-'))}
            of={numbers.days.map((day) => [day.day, day[name]])}
          />
        ))}
      </div>
    </>
  );
}

const height = 60;
const barWidth = 8;
const step = 10;

/** One number of each day as bars, and as a table for those who do not see them. */
function DayChart({ title, of }: { title: string; of: readonly (readonly [day: string, figure: number])[] }) {
  const total = of.reduce((sum, [, figure]) => sum + figure, 0);
  const most = Math.max(1, ...of.map(([, figure]) => figure));
  return (
    <section className="sheet" aria-label={`${title} per day`}>
      <h3>
        {title}: {total.toLocaleString('en')}
      </h3>
      <svg
        className="desk-chart"
        viewBox={`0 0 ${String(of.length * step)} ${String(height)}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {of.map(([day, figure], index) => {
          const size = (figure / most) * height;
          return <rect key={day} x={index * step} y={height - size} width={barWidth} height={size} />;
        })}
      </svg>
      <p className="soft small">Peak: {most.toLocaleString('en')} a day</p>
      <details className="desk-more">
        <summary>Show as a table</summary>
        <FigureTable columns={['Day', title]} rows={of.map(([day, figure]) => [formatDay(day), figure])} />
      </details>
    </section>
  );
}
