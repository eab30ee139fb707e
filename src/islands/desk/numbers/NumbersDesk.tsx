import { siteApi } from '../../../lib/client/api/desk/site-api.ts';
import type { NumbersJson } from '../../../lib/shared/schemas/desk.ts';
import { momentOf } from '../cases/words.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { DayChart, type DayNumber } from './DayChart.tsx';

export default function NumbersDesk() {
  return (
    <DeskPage part="numbers" title="Numbers">
      {() => <Numbers />}
    </DeskPage>
  );
}

const charts: readonly (readonly [DayNumber, string])[] = [
  ['sign_ups', 'Sign-ups'],
  ['listings', 'Listings'],
  ['releases', 'Releases'],
  ['reports', 'Reports'],
  ['decisions', 'Decisions'],
];

type Group = readonly [title: string, figures: readonly (readonly [label: string, figure: number])[]];

function groupsOf({ accounts, listings, cases, mails, jobs, nodes }: NumbersJson): readonly Group[] {
  return [
    [
      'Accounts',
      [
        ['Verified', accounts.verified],
        ['Not verified', accounts.pending],
        ['Suspended', accounts.suspended],
        ['Staff', accounts.staff],
      ],
    ],
    [
      'Listings',
      [
        ['Public', listings.public],
        ['Unlisted', listings.unlisted],
        ['Held', listings.held],
        ['Limited', listings.limited],
        ['Removed', listings.removed],
      ],
    ],
    [
      'Cases',
      [
        ['Open', cases.open],
        ['Overdue', cases.overdue],
        ['Waiting for owners', cases.waiting],
      ],
    ],
    [
      'Mails',
      [
        ['Waiting', mails.waiting],
        ['Given up in 7 days', mails.failed],
      ],
    ],
    [
      'Work in steps',
      [
        ['Waiting', jobs.waiting],
        ['Failing', jobs.failing],
      ],
    ],
    ['Nodes by version', nodes.map(({ version, count }) => [version, count] as const)],
  ];
}

function Numbers() {
  const loaded = useLoaded('numbers', siteApi.numbers);
  return (
    <WithLoaded loaded={loaded} waiting="Counting ...">
      {(numbers) => (
        <>
          <p className="soft small">
            {momentOf(numbers.at)}{' '}
            <button className="text-button" type="button" onClick={loaded.reload}>
              Count again
            </button>
          </p>
          <div className="desk-numbers">
            {groupsOf(numbers).map(([title, figures]) => (
              <section key={title} className="sheet" aria-label={title}>
                <h2>{title}</h2>
                <dl>
                  {figures.map(([label, figure]) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{figure.toLocaleString('en')}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <h2 className="desk-charts-title">The last 30 days</h2>
          <div className="desk-numbers">
            {charts.map(([name, title]) => (
              <DayChart key={name} name={name} title={title} days={numbers.days} />
            ))}
          </div>
        </>
      )}
    </WithLoaded>
  );
}
