import { useEffect, useRef } from 'react';
import { messages } from '../../../lib/shared/text/messages.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export function LeaveDialog({ isOpen, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className="leave"
      aria-labelledby="leave-title"
      aria-describedby="leave-text"
      onClose={onClose}
    >
      <h2 id="leave-title">{messages.wizard.leaveTitle}</h2>
      <p id="leave-text">{messages.wizard.leaveText}</p>
      <form method="dialog">
        <a className="button quiet" href={urls.home()}>
          {messages.wizard.leave}
        </a>
        <button className="button" autoFocus>
          {messages.wizard.stay}
        </button>
      </form>
    </dialog>
  );
}
