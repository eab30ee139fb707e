import { useCallback, useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { linksApi } from '../../lib/client/api/links-api.ts';
import { fieldOf } from '../../lib/shared/schemas/app-fields.ts';
import type { OwnLinksJson } from '../../lib/shared/schemas/apps.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { linkTexts } from '../../lib/shared/text/messages.ts';
import { serverFirst, showFailure } from '../forms/refusal.ts';
import { Icon } from '../ui/Icon.tsx';
import { WithFetched } from '../ui/WithFetched.tsx';

type OwnLink = OwnLinksJson['links'][number];

/** Whether the links of an app answer, for its owner. */
export default function LinkPanel({ appId }: { appId: string }) {
  const fetch = useCallback(() => linksApi.show(appId), [appId]);
  return (
    <WithFetched fetch={fetch} waiting={linkTexts.waiting}>
      {({ is_on: isOn, links }) => {
        if (links.length === 0) return <p className="soft">{isOn ? linkTexts.none : linkTexts.off}</p>;
        return (
          <>
            <p className="soft">{linkTexts.note}</p>
            <ul className="link-panel">
              {links.map((link) => (
                <li key={link.name} data-state={link.state}>
                  <LinkState appId={appId} link={link} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </WithFetched>
  );
}

const dayOf = (at: string | null): string => (at === null ? '' : formatDay(Date.parse(at)));

function sentenceOf({ checked_at, failing_since, next_look_at, problem, state }: OwnLink): string {
  const next = dayOf(next_look_at);
  switch (state) {
    case 'good':
      return linkTexts.good(dayOf(checked_at));
    case 'failing':
      return linkTexts.failing(dayOf(failing_since), next);
    case 'dead':
      return linkTexts.dead(dayOf(failing_since), next);
    case 'unknown':
      return problem === '' ? linkTexts.unlooked(next) : linkTexts.unknown(next);
  }
}

function LinkState({ appId, link }: { appId: string; link: OwnLink }) {
  const { label, updateLabel } = fieldOf(link.name);
  const isFailing = link.state === 'failing' || link.state === 'dead';
  return (
    <>
      <Icon name={isFailing ? 'alert' : link.state === 'good' ? 'check' : 'eye'} size={20} />
      <div>
        <b>{updateLabel ?? label}</b>
        <p>
          {sentenceOf(link)} {link.problem}
        </p>
        {link.moved_to !== '' && <TakeOver appId={appId} link={link} />}
      </div>
    </>
  );
}

/** One press puts the address that the link has moved to into the listing. */
function TakeOver({ appId, link }: { appId: string; link: OwnLink }) {
  const [state, setState] = useState<'offered' | 'busy' | 'done'>('offered');
  const [failure, setFailure] = useState('');
  const takeOver = async (): Promise<void> => {
    if (state === 'busy') return;
    setState('busy');
    setFailure('');
    const result = await appsApi.update(appId, { [link.name]: link.moved_to });
    setState(result.kind === 'ok' ? 'done' : 'offered');
    if (result.kind !== 'ok') setFailure(showFailure(result, serverFirst, [link.name]).message);
  };
  return (
    <>
      <p className="link-moved">{linkTexts.moved(link.moved_to)}</p>
      {state !== 'done' && (
        <button
          className="button quiet"
          type="button"
          aria-disabled={state === 'busy'}
          onClick={() => void takeOver()}
        >
          {state === 'busy' ? linkTexts.takingOver : linkTexts.takeOver}
        </button>
      )}
      <p role="status">{state === 'done' ? linkTexts.takenOver : failure}</p>
    </>
  );
}
