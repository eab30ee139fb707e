import { messages } from '../../lib/shared/text/messages.ts';
import { urls, withParameter } from '../../lib/shared/addresses/urls.ts';

/** To the login, and from there back to this page. */
export function LoginLink({ from, className = 'text-button' }: { from: string; className?: string }) {
  return (
    <a className={className} href={withParameter(urls.login(), 'next', from)}>
      {messages.login.title}
    </a>
  );
}

/** Where the login leads back to; asked in the browser alone. */
export function thisPage(): string {
  return location.pathname + location.search;
}
