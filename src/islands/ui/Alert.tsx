import type { ReactNode } from 'react';
import { urls, withParameter } from '../../lib/shared/addresses/urls.ts';
import { accountMessages } from '../../lib/shared/text/account-messages.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { Icon } from './Icon.tsx';

const titles = { success: 'Successful', error: 'Error', warning: 'Warning', info: 'Info' };

export interface AlertContent {
  kind: keyof typeof titles;
  title?: string;
  message: string;
  detail?: ReactNode;
}

/** Stays in the page while it is empty, because screen readers announce only changes of an element. */
export function Alert({ content }: { content: AlertContent | null }) {
  const isError = content?.kind === 'error';
  const notice = content && (
    <Notice {...content} role={isError ? 'alert' : undefined}>
      <p>{content.message}</p>
      {content.detail && <p>{content.detail}</p>}
    </Notice>
  );
  return (
    <div className="form-alerts" tabIndex={-1}>
      {isError && notice}
      {/* Not around an alert, which would be announced twice. */}
      <div aria-live="polite">{!isError && notice}</div>
    </div>
  );
}

interface NoticeProps extends Pick<AlertContent, 'kind' | 'title'> {
  role?: 'alert' | 'status' | undefined;
  children: ReactNode;
}

/** Alone it is what a person needs to know before continuing, and is there from the start. */
export function Notice({ kind, title = titles[kind], role, children }: NoticeProps) {
  return (
    <div className={`form-alert ${kind}`} role={role}>
      <Icon name={kind === 'success' ? 'check' : 'alert'} />
      <div>
        <p>
          <b>{title}</b>
        </p>
        {children}
      </div>
    </div>
  );
}

/** Says what needs a verified account, and links to the verification, which then sends a code (session-view.ts). */
export const VerifyNotice = ({ note }: { note: string }) => (
  <Notice kind="warning" role="status" title={siteMessages.home.unverified}>
    <p>{note}</p>
    <a className="text-button" href={urls.verifyUser()} data-verify>
      {siteMessages.home.verify}
    </a>
  </Notice>
);

/** A link to the login page, which leads back to `from`. */
export function LoginLink({ from, className = 'text-button' }: { from: string; className?: string }) {
  return (
    <a className={className} href={withParameter(urls.login(), 'next', from)}>
      {accountMessages.login.title}
    </a>
  );
}

/** @returns the address to come back to after the login. Only in the browser. */
export function thisPage(): string {
  return location.pathname + location.search;
}
