import { useState } from 'react';
import { flushSync } from 'react-dom';
import { updateProfile } from '../../lib/client/api/api.ts';
import {
  networks,
  socialNetworks,
  toSocialLink,
  type SocialNetwork,
} from '../../lib/shared/addresses/social-networks.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { accountMessages as messages } from '../../lib/shared/text/account-messages.ts';
import { Field } from '../forms/Field.tsx';
import { type FieldErrors, Form, useForm } from '../forms/Form.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { WithProfile } from './WithProfile.tsx';

/** Networks offered to a user who has no link yet. */
const firstNetworks = 4;

type Links = Record<SocialNetwork, string>;

export default function SocialInfoForm() {
  return <WithProfile>{(user) => <LinksForm user={user} />}</WithProfile>;
}

/** @returns the user's networks, then others, five at most; the first four networks if the user has none */
function shownAtFirst(links: Links): SocialNetwork[] {
  const own = socialNetworks.filter((network) => links[network]);
  if (own.length === 0) return socialNetworks.slice(0, firstNetworks);
  return [...own, ...socialNetworks.filter((network) => !links[network])].slice(0, limits.socialLinks);
}

function LinksForm({ user }: { user: OwnUserJson }) {
  const entries = socialNetworks.map((network) => [network, user.social_account_dict[network] ?? '']);
  const initial = Object.fromEntries(entries) as Links;
  const [chosen, setChosen] = useState(() => shownAtFirst(initial));
  const filledIn = (links: Links) => socialNetworks.filter((network) => links[network].trim() !== '');
  const form = useForm({
    draft: 'social-links',
    initial: initial,
    check(links): FieldErrors {
      const filled = filledIn(links);
      const wrong = filled.filter((network) => toSocialLink(network, links[network].trim()) === null);
      const tooMany = filled.slice(limits.socialLinks);
      return {
        ...Object.fromEntries(tooMany.map((name) => [name, messages.profile.socialMost])),
        ...Object.fromEntries(wrong.map((name) => [name, messages.profile.socialHost(name)])),
      };
    },
    // Unchanged links are not sent, because they may have been changed elsewhere.
    send: (_, { changed }) => updateProfile(user.id, { social_account_changes: JSON.stringify(changed) }),
    done: () => ({ message: messages.profile.updated, to: urls.profile() }),
  });
  const links = form.values;
  // A field with a link is always shown, because the link may have been added elsewhere.
  const shown = [...new Set([...chosen, ...socialNetworks.filter((network) => links[network] !== '')])];
  const others = socialNetworks.filter((network) => !shown.includes(network));
  return (
    <Form form={form} action="Save" busy="Saving...">
      {shown.map((network) => (
        // A field stays when it is emptied by typing.
        <div className="social-field" key={network} onInput={() => setChosen(shown)}>
          <Field
            name={network}
            label={networks[network].name}
            type="url"
            inputMode="url"
            placeholder={`Your ${networks[network].name} link`}
            verbatim
          />
          <Button
            className="icon-button"
            onClick={() => {
              setChosen(shown.filter((other) => other !== network));
              form.change({ [network]: '' });
            }}
          >
            <Icon name="close" />
            <span className="unseen">Remove {networks[network].name}</span>
          </Button>
        </div>
      ))}
      {filledIn(links).length < limits.socialLinks && others.length > 0 && (
        <fieldset className="cluster social-more">
          <legend>Add more</legend>
          {others.map((network) => (
            <Button
              className="chip"
              key={network}
              onClick={() => {
                flushSync(() => setChosen([...shown, network]));
                document.getElementById(network)?.focus();
              }}
            >
              {networks[network].name}
            </Button>
          ))}
        </fieldset>
      )}
    </Form>
  );
}
