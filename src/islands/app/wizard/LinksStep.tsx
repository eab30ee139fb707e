import { changeDraft, type Draft } from '../../../lib/client/drafts/draft.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { TextField } from '../../forms/TextField.tsx';
import type { SaveState } from '../../forms/use-save.ts';
import { VerifyNotice } from '../../ui/VerifyNotice.tsx';
import { PlatformField } from '../PlatformField.tsx';
import { LoginNotice } from './LoginNotice.tsx';
import { linkError, type LinkName } from './steps.ts';

interface Props {
  draft: Draft | null;
  visitor: AccessClaims | null;
  form: SaveState;
}

const links: { name: LinkName; label: string; type: 'url' | 'text'; placeholder: string }[] = [
  { name: 'website', label: 'Website', type: 'url', placeholder: 'https://myapp.ng' },
  { name: 'external_link', label: 'External link', type: 'url', placeholder: 'https://' },
  { name: 'appstore_link', label: 'App Store link', type: 'text', placeholder: 'https://apps.apple.com/...' },
  {
    name: 'playstore_link',
    label: 'Play Store link',
    type: 'text',
    placeholder: 'https://play.google.com/...',
  },
];

export function LinksStep({ draft, visitor, form }: Props) {
  return (
    <>
      <p className="soft">At least one, so that people can get your app.</p>
      {links.map(({ name, label, ...input }) => {
        const value = draft?.[name] ?? '';
        const judge = (text: string): void => {
          const error = linkError(name, text);
          form.forget(name);
          if (error !== undefined) form.setErrors((shown) => ({ ...shown, [name]: error }));
        };
        return (
          <TextField
            key={name}
            name={name}
            label={label}
            {...input}
            value={value}
            onValue={(text) => {
              changeDraft({ [name]: text });
              if (form.errors[name] !== undefined) judge(text);
            }}
            onBlur={() => judge(value)}
            error={form.errors[name]}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        );
      })}
      <PlatformField
        value={draft?.platform ?? ''}
        onValue={(platform) => changeDraft({ platform })}
        automatic="What the links say"
      />
      {visitor === null && <LoginNotice />}
      {visitor?.is_verified === false && (
        <VerifyNotice email={visitor.email} note={messages.wizard.unverifiedNote} />
      )}
    </>
  );
}
