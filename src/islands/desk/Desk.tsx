import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { siteName } from '../../lib/client/page/page.ts';
import { $session } from '../../lib/client/session/session.ts';
import { deskParts, deskUrls, type DeskPart, type DeskScreen } from '../../lib/shared/addresses/desk-urls.ts';
import type { StaffJson } from '../../lib/shared/schemas/desk.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Account, Accounts, Listings, Proofs } from './accounts.tsx';
import { Case } from './Case.tsx';
import { Queue } from './lists.tsx';
import { Categories, Rules, Shelves, Templates } from './nouns.tsx';
import { FactorDialog, KeysDialog } from './shell/Dialog.tsx';
import { startShortcuts, useShortcuts } from './shell/keys.ts';
import { useLoaded, WithLoaded } from './shell/parts.tsx';
import { Numbers, Settings } from './site.tsx';
import { TextButton } from '../ui/Button.tsx';

type Screen = ComponentType<{ me: StaffJson; id: string }>;

/** A screen about something that is fetched first. */
const about = <Data,>(
  pathOf: (id: string) => string,
  Shown: ComponentType<{ of: Data; me: StaffJson }>,
): Screen =>
  function About({ me, id }) {
    const loaded = useLoaded<Data>(pathOf(id));
    return <WithLoaded of={loaded}>{(of) => <Shown of={of} me={me} />}</WithLoaded>;
  };

const screens: Record<DeskScreen['screen'], Screen> = {
  queue: Queue,
  case: about((number) => `cases/${number}/`, Case),
  listings: Listings,
  proofs: about((nameId) => `listings/${nameId}/proofs/`, Proofs),
  accounts: Accounts,
  account: about((id) => `accounts/${id}/`, Account),
  rules: Rules,
  categories: Categories,
  shelves: Shelves,
  templates: Templates,
  settings: about(() => 'site/', Settings),
  numbers: about(() => 'numbers/', Numbers),
};

/** A page of the desk. Everybody but staff sees that there is nothing at this address. */
export default function Desk(props: DeskScreen) {
  const visitor = useStore($session, { ssr: 'initial' });
  // The layout leads people who are not logged in to the login.
  return visitor && <Frame key={visitor.user_id} {...props} />;
}

function Frame({ screen, part, id, title }: DeskScreen) {
  const loaded = useLoaded<StaffJson>('me/');
  const [showsKeys, setShowsKeys] = useState(false);
  const { data: me, failure } = loaded;
  const Shown = screens[screen];
  const isAbsent = failure?.kind === 'error' && failure.status === 404;
  useEffect(startShortcuts, []);
  useShortcuts([{ key: '?', label: 'Show keyboard shortcuts', run: () => setShowsKeys(true) }]);
  useEffect(() => {
    if (!isAbsent) return;
    document.title = messages.notFound.title;
    document.querySelector('[data-desk-absent]')?.removeAttribute('hidden');
  }, [isAbsent]);
  if (isAbsent) return null;
  return (
    <>
      {!me && <WithLoaded of={loaded}>{() => null}</WithLoaded>}
      {me && (
        <>
          <Menu open={part} />
          <div className="desk-head">
            <h1>{title}</h1>
            <p className="soft small">
              {me.name}, {me.role}
            </p>
            <TextButton onClick={() => setShowsKeys(true)}>Shortcuts</TextButton>
          </div>
          <Shown me={me} id={encodeURIComponent(id)} />
          <p className="soft small section">
            {siteName()} {me.version}
            {me.build !== '' && ` (build ${me.build})`}
          </p>
        </>
      )}
      <FactorDialog />
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

/** On a phone a part may be beyond the edge, also with a sliver in view, which browsers leave there. */
const bringIntoView = (part: Element | null | undefined): void =>
  part?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

function Menu({ open }: { open: DeskPart }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => bringIntoView(list.current?.querySelector('[aria-current]')), []);
  return (
    <nav className="desk-nav" aria-label="Desk">
      <ul ref={list} onFocus={({ target }) => bringIntoView(target)}>
        {(Object.keys(deskParts) as DeskPart[]).map((part) => (
          <li key={part}>
            <a
              className="nav-link"
              href={deskUrls.part(part)}
              aria-current={part === open ? 'page' : undefined}
            >
              {deskParts[part]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
