import { useState } from 'react';
import {
  ownListingsApi,
  type OwnListingJson,
  type OwnListingsPage,
} from '../../lib/client/api/own-listings-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { serverFirst, showFailure } from '../forms/refusal.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/WithFetched.tsx';
import { GuardedPicture } from '../pictures/GuardedPicture.tsx';
import { HeldAppForm } from './HeldAppForm.tsx';

export default function OwnListings() {
  return (
    <WithFetched fetch={ownListingsApi.first} waiting="Fetching your listings ...">
      {(page) => <Listings first={page} />}
    </WithFetched>
  );
}

function Listings({ first }: { first: OwnListingsPage }) {
  const [list, setList] = useState(first);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  /** Id of the app with an open form: a page has one field called 'name' at most. */
  const [changed, setChanged] = useState('');
  if (list.results.length === 0) return <p className="soft">{messages.user.noAppsOfList}</p>;

  const loadMore = async (next: string): Promise<void> => {
    setAlert(null);
    const result = await ownListingsApi.after(next);
    if (result.kind !== 'ok') {
      const { message, detail } = showFailure(result, serverFirst, []);
      setAlert({ kind: 'error', message, detail });
      return;
    }
    // Ignores the result if another press has loaded it.
    setList((shown) =>
      shown.next === next ? { ...result.data, results: [...shown.results, ...result.data.results] } : shown,
    );
  };

  const { next } = list;
  return (
    <>
      <ul className="own-listings">
        {list.results.map((listing) => (
          <li key={listing.id}>
            <Listing
              listing={listing}
              isChanging={changed === listing.id}
              onChange={() => setChanged(listing.id)}
            />
          </li>
        ))}
      </ul>
      <Alert content={alert} />
      {next !== null && (
        <button className="text-button" type="button" onClick={() => void loadMore(next)}>
          {messages.user.more}
        </button>
      )}
    </>
  );
}

interface ListingProps {
  listing: OwnListingJson;
  isChanging: boolean;
  onChange: () => void;
}

function Listing({ listing, isChanging, onChange }: ListingProps) {
  const { name_id, name, state } = listing;
  const { label, text } = messages.listingStates[state];
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
      {state === 'held' &&
        (isChanging ? (
          <HeldAppForm listing={listing} />
        ) : (
          <p>
            <button className="text-button" type="button" onClick={onChange}>
              Change it<span className="unseen">: {name}</span>
            </button>
          </p>
        ))}
    </>
  );
}

/** Pictures of an app without a page. */
function Pictures({ listing: { logo, name, screenshot } }: { listing: OwnListingJson }) {
  const pictures = [...(logo === null ? [] : [logo]), ...screenshot.map(({ image }) => image)];
  if (pictures.length === 0) return null;
  return (
    <p className="own-pictures">
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

/** What the owner is asked, by staff or after a report, with the page to answer on. */
function Questions({ listing: { name, questions } }: Pick<ListingProps, 'listing'>) {
  return questions.map(({ text, until, url }) => (
    <div key={url} className="form-alert warning">
      <div>
        <p>
          <b>{text === '' ? messages.ownQuestions.report : messages.ownQuestions.staff}</b> {text}
        </p>
        <p>{messages.ownQuestions.until(formatDay(Date.parse(until)))}</p>
        <p>
          <a className="touch-link" href={new URL(url).pathname}>
            {messages.ownQuestions.answer}
            <span className="unseen"> about {name}</span>
          </a>
        </p>
      </div>
    </div>
  ));
}
