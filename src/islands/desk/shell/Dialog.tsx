import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. Escape and the cross close it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="desk-dialog"
      aria-labelledby="desk-dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="desk-dialog-head">
        <h2 id="desk-dialog-title">{title}</h2>
        <button className="icon-button" type="button" onClick={onClose}>
          <Icon name="close" />
          <span className="unseen">Close</span>
        </button>
      </div>
      {children}
    </dialog>
  );
}
