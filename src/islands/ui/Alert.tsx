import type { ReactNode } from 'react';
import { messages } from '../../lib/shared/text/messages.ts';
import { Icon } from './Icon.tsx';

export interface AlertContent {
  kind: keyof typeof messages.alerts;
  /** By default the title of the kind. */
  title?: string;
  message: string;
  /** A second sentence. */
  detail?: ReactNode;
}

/** Stays in the page while it is empty, because screen readers announce only changes of an element. */
export function Alert({ content, id = 'form-alert' }: { content: AlertContent | null; id?: string }) {
  return (
    <div className="form-alerts" id={id} aria-live="polite" tabIndex={-1}>
      {content && (
        <div className={`form-alert ${content.kind}`} role={content.kind === 'error' ? 'alert' : undefined}>
          <Icon name={content.kind === 'success' ? 'check' : 'alert'} />
          <div>
            <p>
              <b>{content.title ?? messages.alerts[content.kind]}</b>
            </p>
            <p>{content.message}</p>
            {content.detail && <p>{content.detail}</p>}
          </div>
        </div>
      )}
    </div>
  );
}
