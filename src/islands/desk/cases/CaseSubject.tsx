import { GuardedPicture } from '../../pictures/GuardedPicture.tsx';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import type { DeskSubjectJson } from '../../../lib/shared/schemas/cases.ts';

const lastPart = (path: string): string => decodeURIComponent(path.split('/').at(-1) ?? '');

/** The subject as visitors see it. */
export function CaseSubject({ subject }: { subject: DeskSubjectJson }) {
  const { kind, name, path, state, exists, image, screenshots, texts, links } = subject;
  return (
    <section className="sheet" aria-labelledby="case-subject">
      <div className="desk-subject">
        {image !== null && <GuardedPicture key={image} url={image} size={96} />}
        <div>
          <h2 id="case-subject">{path === null ? name || 'Gone' : <a href={path}>{name}</a>}</h2>
          <p className="soft">
            {kind}, {exists ? state : 'gone'}
          </p>
          {kind === 'app' && path !== null && (
            <a className="touch-link" href={deskUrls.proofs(lastPart(path))}>
              Proofs
            </a>
          )}
        </div>
      </div>
      {screenshots.length > 0 && (
        <p className="desk-shots">
          {screenshots.map((url, index) => (
            <GuardedPicture
              key={url}
              url={url}
              size={160}
              alt={`Screenshot ${String(index + 1)} of ${name}`}
            />
          ))}
        </p>
      )}
      <dl className="desk-facts">
        {texts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="desk-text">{text}</dd>
          </div>
        ))}
        {links.map(({ label, url }) => (
          <div key={label + url}>
            <dt>{label}</dt>
            <dd>
              <a href={url} rel="noopener noreferrer nofollow" target="_blank">
                {url}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
