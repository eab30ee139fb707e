import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import type { CaseReportJson } from '../../../lib/shared/schemas/cases.ts';
import { counted, momentOf, reasonWords } from './words.ts';

export function CaseReports({ reports }: { reports: readonly CaseReportJson[] }) {
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="case-reports">
      <h2 id="case-reports">{counted(reports.length, 'report')}</h2>
      <ul className="desk-list">
        {reports.map(({ number, reason, message, link, created_at, reporter }) => (
          <li key={number} className="desk-block">
            <p>
              <b>{reasonWords[reason]}</b>
            </p>
            <p className="desk-text">{message}</p>
            {link !== '' && (
              <p>
                <a href={link} rel="noopener noreferrer nofollow" target="_blank">
                  {link}
                </a>
              </p>
            )}
            <p className="soft small">
              {number}, {momentOf(created_at)}, by{' '}
              {reporter.id === null ? (
                reporter.name
              ) : (
                <a href={deskUrls.account(reporter.id)}>{reporter.name}</a>
              )}
              {reporter.email !== '' && ` (${reporter.email})`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
