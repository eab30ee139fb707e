import { messages } from '../../lib/shared/text/messages.ts';
import { urls, withParameter } from '../../lib/shared/addresses/urls.ts';

/** A link to the login page, which leads back to `from`. */
export function LoginLink({ from, className = 'text-button' }: { from: string; className?: string }) {
  return (
    <a className={className} href={withParameter(urls.login(), 'next', from)}>
      {messages.login.title}
    </a>
  );
}

/** @returns the address to come back to after the login. Only in the browser. */
export function thisPage(): string {
  return location.pathname + location.search;
}
