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

export function DeskNav({ part: open }: { part: DeskPart }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the open part may be beyond the edge.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <nav className="desk-nav" aria-label="Desk">
      <ul ref={list}>
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
