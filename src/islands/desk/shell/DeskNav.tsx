import { useEffect, useRef } from 'react';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';

export type DeskPart =
  | 'queue'
  | 'listings'
  | 'accounts'
  | 'rules'
  | 'categories'
  | 'shelves'
  | 'templates'
  | 'settings'
  | 'numbers';

const parts: readonly { part: DeskPart; label: string }[] = [
  { part: 'queue', label: 'Queue' },
  { part: 'listings', label: 'Listings' },
  { part: 'accounts', label: 'Accounts' },
  { part: 'rules', label: 'Rules' },
  { part: 'categories', label: 'Categories' },
  { part: 'shelves', label: 'Shelves' },
  { part: 'templates', label: 'Templates' },
  { part: 'settings', label: 'Settings' },
  { part: 'numbers', label: 'Numbers' },
];

/** On a phone a part may be beyond the edge, also with a sliver in view, which browsers leave there. */
const bringIntoView = (part: Element | null | undefined): void =>
  part?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function DeskNav({ part: open }: { part: DeskPart }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => bringIntoView(list.current?.querySelector('[aria-current]')), []);
  return (
    <nav className="desk-nav" aria-label="Desk">
      <ul ref={list} onFocus={({ target }) => bringIntoView(target)}>
        {parts.map(({ part, label }) => (
          <li key={part}>
            <a href={deskUrls[part]()} aria-current={part === open ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
