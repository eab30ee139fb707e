import { callApi, updateApp } from '../../lib/client/api/api.ts';
import type { OwnLinksJson } from '../../lib/shared/schemas/apps.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { linkTexts as texts } from '../../lib/shared/text/link-texts.ts';
import { Form, useForm } from '../forms/Form.tsx';
import { Icon } from '../ui/Icon.tsx';
import { WithFetched } from '../ui/fetched.tsx';

type OwnLink = OwnLinksJson['links'][number];

const icons = { good: 'check', failing: 'alert', dead: 'alert', unknown: 'eye' } as const;

interface Props {
  appId: string;
  /** By the names of the links. */
  labels: Record<string, string>;
}

/** Whether the links of an app answer, for its owner. */
export default function LinkPanel({ appId, labels }: Props) {
  return (
    <WithFetched fetch={() => callApi<OwnLinksJson>('GET', `/app/${appId}/links/`)} waiting={texts.waiting}>
      {({ is_on: isOn, links }) => {
        if (links.length === 0) return <p className="soft">{isOn ? texts.none : texts.off}</p>;
        return (
          <>
            <p className="soft">{texts.note}</p>
            <ul className="link-panel">
              {links.map((link) => (
                <li key={link.name} data-state={link.state}>
                  <Icon name={icons[link.state]} size={20} />
                  <div>
                    <b>{labels[link.name]}</b>
                    <p>
                      {sentenceOf(link)} {link.problem}
                    </p>
                    {link.moved_to !== '' && <TakeOver appId={appId} link={link} />}
                  </div>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </WithFetched>
  );
}

const dayOf = (at: string | null): string => (at === null ? '' : formatDay(at));

function sentenceOf({ checked_at, failing_since, next_look_at, problem, state }: OwnLink): string {
  const next = dayOf(next_look_at);
  switch (state) {
    case 'good':
      return texts.good(dayOf(checked_at));
    case 'failing':
      return texts.failing(dayOf(failing_since), next);
    case 'dead':
      return texts.dead(dayOf(failing_since), next);
    case 'unknown':
      return problem === '' ? texts.unlooked(next) : texts.unknown(next);
  }
}

/** One press puts the address that the link has moved to into the listing. */
function TakeOver({ appId, link }: { appId: string; link: OwnLink }) {
  const form = useForm({
    send: () => updateApp(appId, { [link.name]: link.moved_to }),
    done: () => ({ message: texts.takenOver }),
  });
  return (
    <Form form={form} action={texts.takeOver} busy={texts.takingOver}>
      <p className="link-moved">{texts.moved(link.moved_to)}</p>
    </Form>
  );
}
