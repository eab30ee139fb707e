import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  title: string;
  children: ReactNode;
}

/** Information that a person needs before continuing. Unlike an alert it is there from the start. */
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
