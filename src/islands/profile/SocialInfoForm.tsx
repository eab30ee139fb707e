import { useState } from 'react';
import { flushSync } from 'react-dom';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import {
  isSocialNetwork,
  socialNames,
  socialNetworks,
  toSocialLink,
  type SocialNetwork,
} from '../../lib/shared/addresses/social-networks.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { z } from '../../lib/shared/zod.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Icon } from '../ui/Icon.tsx';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { WithProfile } from './WithProfile.tsx';

/** Networks offered to a user who has no link yet. */
const firstNetworks = 4;

type Links = Record<SocialNetwork, string>;

const schema = z.record(z.enum(socialNetworks), z.string());

export default function SocialInfoForm() {
  return <WithProfile>{(user) => <LinksForm user={user} />}</WithProfile>;
}

function linksOf(user: OwnUserJson): Links {
  return Object.fromEntries(
    socialNetworks.map((network) => [network, user.social_account_dict[network] ?? '']),
  ) as Links;
}

/** @returns the user's networks, then others, five at most; the first four networks if the user has none */
function shownAtFirst(links: Links): SocialNetwork[] {
  const own = socialNetworks.filter((network) => links[network]);
  if (own.length === 0) return socialNetworks.slice(0, firstNetworks);
  return [...own, ...socialNetworks.filter((network) => !links[network])].slice(0, limits.socialLinks);
}

function LinksForm({ user }: { user: OwnUserJson }) {
  const saved = linksOf(user);
  const store = useKept('social-links', schema, saved);
  const { values: links } = store;
  /** Fields that were added (true) or removed (false) on this page. */
  const [choice, setChoice] = useState<Partial<Record<SocialNetwork, boolean>>>({});
  const value = (network: SocialNetwork) => links[network].trim();
  const first = shownAtFirst(saved);
  const added = Object.keys(choice).filter(isSocialNetwork);
  // A field with a link is always shown, because the link may have been added elsewhere.
  const shown = [...new Set([...first, ...added, ...socialNetworks])].filter(
    (network) => links[network] !== '' || (choice[network] ?? first.includes(network)),
  );
  const filled = shown.filter(value);
  const changed = socialNetworks.filter((network) => value(network) !== saved[network]);
  const form = useForm({
    store,
    check() {
      const wrong = filled.filter((network) => toSocialLink(network, value(network)) === null);
      return {
        ...Object.fromEntries(
          filled.slice(limits.socialLinks).map((name) => [name, messages.profile.socialMost]),
        ),
        ...Object.fromEntries(wrong.map((name) => [name, messages.profile.socialHost(name)])),
      };
    },
    // Unchanged links are not sent, because they may have been changed elsewhere.
    send: () =>
      profilesApi.update(user.id, {
        social_account_changes: JSON.stringify(
          Object.fromEntries(changed.map((network) => [network, value(network)])),
        ),
      }),
    texts: serverFirst,
    done: () => ({ message: messages.profile.updated, to: urls.profile() }),
    ready: () => changed.length > 0,
  });

  const choose = (network: SocialNetwork, isShown: boolean): void =>
    setChoice((before) => ({ ...before, [network]: isShown }));
  const others = socialNetworks.filter((network) => !shown.includes(network));
  return (
    <Form form={form} action="Save" busy="Saving...">
      {shown.map((network) => (
        // A field stays when it is emptied by typing.
        <div className="social-field" key={network} onInput={() => choose(network, true)}>
          <Field
            name={network}
            label={socialNames[network]}
            type="url"
            inputMode="url"
            placeholder={`Your ${socialNames[network]} link`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            className="icon-button"
            type="button"
            onClick={() => {
              form.touch(network);
              choose(network, false);
              store.change({ [network]: '' });
            }}
          >
            <Icon name="close" />
            <span className="unseen">Remove {socialNames[network]}</span>
          </button>
        </div>
      ))}
      {filled.length < limits.socialLinks && others.length > 0 && (
        <fieldset className="cluster social-more">
          <legend>Add more</legend>
          {others.map((network) => (
            <button
              className="chip"
              type="button"
              key={network}
              onClick={() => {
                flushSync(() => choose(network, true));
                document.getElementById(network)?.focus();
              }}
            >
              {socialNames[network]}
            </button>
          ))}
        </fieldset>
      )}
    </Form>
  );
}
