import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  title: string;
  children: ReactNode;
}

/** What a person has to know before going on; it is there from the start, unlike an alert. */
export function Notice({ title, children }: Props) {
  return (
    <div className="form-alert warning" role="status">
      <Icon name="alert" />
      <div>
        <p>
          <b>{title}</b>
        </p>
        {children}
      </div>
    </div>
  );
}
