import { updateApp } from '../../lib/client/api/api.ts';
import type { OwnLinksJson } from '../../lib/shared/schemas/apps.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
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

export default function LinkPanel({ appId, labels }: Props) {
  return (
    <WithFetched<OwnLinksJson> path={`/app/${appId}/links/`} waiting="Loading your links...">
      {({ is_on: isOn, links }) => {
        const none = isOn
          ? 'The app has no links to check.'
          : 'This site does not check links: its operator has turned that off.';
        if (links.length === 0) return <p className="soft">{none}</p>;
        return (
          <>
            <p className="soft">We check each link once a week.</p>
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
  const silent = `Has not answered since ${dayOf(failing_since)}`;
  switch (state) {
    case 'good':
      return `Working when we checked on ${dayOf(checked_at)}.`;
    case 'failing':
      return `${silent}. Only you can see this for now. Next check on ${next}.`;
    case 'dead':
      return `${silent}, and the page of your app says so. Next check on ${next}.`;
    case 'unknown':
      return problem === ''
        ? `First check on ${next}.`
        : `We cannot tell whether it works for people. Next check on ${next}.`;
  }
}

/** One press puts the address that the link has moved to into the listing. */
function TakeOver({ appId, link }: { appId: string; link: OwnLink }) {
  const form = useForm({
    send: () => updateApp(appId, { [link.name]: link.moved_to }),
    done: () => ({ message: 'Changed. We check the new address within an hour.' }),
  });
  return (
    <Form form={form} action="Use the new address" busy="Changing...">
      <p className="link-moved">It has moved permanently, to {link.moved_to}</p>
    </Form>
  );
}
