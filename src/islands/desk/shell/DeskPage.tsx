import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { deskApi } from '../../../lib/client/api/desk/accounts-api.ts';
import { startShortcuts } from '../../../lib/client/desk/shortcuts.ts';
import { siteName } from '../../../lib/client/page/page.ts';
import { $session } from '../../../lib/client/session/session.ts';
import type { StaffJson } from '../../../lib/shared/schemas/moderation/desk-accounts.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { DeskNav, type DeskPart } from './DeskNav.tsx';
import { Failure } from '../loading/Failure.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { ProofProvider } from './ProofProvider.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface Props {
  part: DeskPart;
  title: string;
  children: (me: StaffJson) => ReactNode;
}

/** The frame of every page of the desk. Everybody but staff sees that there is nothing at this address. */
export function DeskPage(props: Props) {
  const visitor = useStore($session, { ssr: 'initial' });
  // The layout leads people who are not logged in to the login.
  if (!visitor) return null;
  return (
    <ProofProvider key={visitor.user_id}>
      <Frame {...props} />
    </ProofProvider>
  );
}

function Frame({ part, title, children }: Props) {
  const { data: me, failure, isLoading, reload } = useLoaded('me', deskApi.me);
  const [showsKeys, setShowsKeys] = useState(false);
  const isAbsent = failure?.status === 404;
  useEffect(startShortcuts, []);
  useShortcuts([{ key: '?', label: 'Show these keys', run: () => setShowsKeys(true) }]);
  useEffect(() => {
    // Tabs with different cases are told apart by it.
    if (me) document.title = `${title} | ${siteName()}`;
  }, [me, title]);
  useEffect(() => {
    if (isAbsent) showNothing();
  }, [isAbsent]);

  if (isAbsent) return null;
  if (!me)
    return (
      <>
        <p className="desk-wait" role="status">
          {isLoading && <span>Opening ...</span>}
        </p>
        {failure && <Failure failure={failure} onRetry={reload} />}
      </>
    );
  return (
    <>
      <DeskNav part={part} />
      <div className="desk-head">
        <h1>{title}</h1>
        <p className="soft small">
          {me.name}, {me.role}
        </p>
        <button className="text-button" type="button" onClick={() => setShowsKeys(true)}>
          Keys
        </button>
      </div>
      {children(me)}
      <p className="desk-version">
        {siteName()} {me.version}
        {me.build !== '' && ` (build ${me.build})`}
      </p>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

/** Shows what layouts/Desk.astro holds for everybody but staff. */
function showNothing(): void {
  document.title = messages.notFound.title;
  const absent = document.querySelector<HTMLElement>('[data-desk-absent]');
  if (absent) absent.hidden = false;
}
