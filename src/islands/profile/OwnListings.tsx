import type { Paged } from '../../lib/client/api/api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { ListingState, OwnAppJson } from '../../lib/shared/schemas/apps.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { AppFieldsForm } from '../app/AppForms.tsx';
import { GuardedPicture } from '../pictures/GuardedPicture.tsx';
import { Notice } from '../ui/Alert.tsx';
import { More, WithFetched } from '../ui/fetched.tsx';

export default function OwnListings() {
  return (
    <WithFetched<Paged<OwnAppJson>> path="/user/listings/" waiting="Fetching your listings...">
      {({ results }, of) =>
        results.length === 0 ? (
          <p className="soft">{messages.user.noAppsOfList}</p>
        ) : (
          <>
            <ul className="stack own-listings">
              {results.map((listing) => (
                <li key={listing.id} className="sheet stack">
                  <Listing listing={listing} />
                </li>
              ))}
            </ul>
            <More of={of} rows=".own-listings > li" />
          </>
        )
      }
    </WithFetched>
  );
}

const states: Record<ListingState, { label: string; text: string }> = {
  public: { label: 'Public', text: 'Everyone can find it.' },
  unlisted: { label: 'Unlisted', text: 'Only people with the link can see it.' },
  held: { label: 'Held', text: 'Only you and our staff can see it while it waits for a decision.' },
  limited: { label: 'Limited', text: 'It is on your profile, and people with the link can see it.' },
  removed: { label: 'Removed', text: 'Its page says that it was removed, and why.' },
};

function Listing({ listing }: { listing: OwnAppJson }) {
  const { name_id, name, state } = listing;
  const { label, text } = states[state];
  const isReachable = state !== 'held' && state !== 'removed';
  return (
    <>
      <h2>{isReachable ? <a href={urls.app(name_id)}>{name}</a> : name}</h2>
      {!isReachable && <Pictures listing={listing} />}
      <p>
        <b>{label}</b>
        {listing.lifecycle === 'discontinued' && `, ${messages.app.discontinued.toLowerCase()}`}. {text}
      </p>
      {listing.state_reason && (
        <p>
          <b>Reason:</b> {listing.state_reason}
        </p>
      )}
      {listing.state_clears && (
        <p>
          <b>What ends the hold:</b> {listing.state_clears}
        </p>
      )}
      <Questions listing={listing} />
      {listing.state_decision !== null && (
        <p>
          <a className="touch-link" href={urls.decision(listing.state_decision)}>
            {messages.app.decision}
          </a>
        </p>
      )}
      {isReachable && (
        <p>
          <a className="touch-link" href={urls.updateAppPart(name_id, 'visibility')}>
            Change its visibility<span className="unseen"> of {name}</span>
          </a>
        </p>
      )}
      {state === 'held' && (
        <details>
          <summary className="text-button">
            Change it<span className="unseen">: {name}</span>
          </summary>
          <AppFieldsForm appId={listing.id} nameId={name_id} part="held" values={listing} />
        </details>
      )}
    </>
  );
}

/** Pictures of an app without a page. */
function Pictures({ listing: { logo, name, screenshot } }: { listing: OwnAppJson }) {
  const pictures = [...(logo === null ? [] : [logo]), ...screenshot.map(({ image }) => image)];
  if (pictures.length === 0) return null;
  return (
    <p className="cluster own-pictures">
      {pictures.map((url, index) => (
        <GuardedPicture
          key={url}
          url={url}
          size={96}
          alt={index === 0 && logo !== null ? `Logo of ${name}` : `Screenshot of ${name}`}
        />
      ))}
    </p>
  );
}

function Questions({ listing: { name, questions } }: { listing: OwnAppJson }) {
  return questions.map(({ text, until, url }) => (
    <Notice
      key={url}
      kind="warning"
      title={text === '' ? 'A visitor reported a problem with your listing.' : 'Our staff ask:'}
    >
      {text !== '' && <p>{text}</p>}
      <p>If you do not answer, our staff decide after {formatDay(until)}.</p>
      <p>
        <a className="touch-link" href={new URL(url).pathname}>
          View and answer<span className="unseen"> about {name}</span>
        </a>
      </p>
    </Notice>
  ));
}
