import type { PreviewJson } from '../../../lib/shared/schemas/cases.ts';

/** The mails that a decision sends. */
export function MailPreview({ mails, none }: { mails: PreviewJson['mails']; none: string }) {
  if (mails.length === 0) return <p>{none}</p>;
  return (
    <ul className="desk-mails">
      {mails.map(({ to, subject, text }) => (
        <li key={to + subject}>
          <p className="small">
            <b>To:</b> {to}
          </p>
          <p className="small">
            <b>Subject:</b> {subject}
          </p>
          <pre tabIndex={0} aria-label={`Text of the mail to ${to}`}>
            {text}
          </pre>
        </li>
      ))}
    </ul>
  );
}
