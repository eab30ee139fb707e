import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useFormContext } from '../forms/form-context.ts';
import { Icon } from '../ui/Icon.tsx';

interface Props {
  id: string;
  /** Text of the button. */
  label: string;
  multiple?: boolean;
  isBusy: boolean;
  error: string | undefined;
  onFiles: (files: File[]) => void;
}

/** Takes files that are picked, dropped or pasted. */
export function PictureDrop({ id, label, multiple = false, isBusy, error, onFiles: take }: Props) {
  const { touch } = useFormContext();
  const onFiles = (files: File[]): void => {
    touch();
    take(files);
  };
  const [isOver, setOver] = useState(false);
  const onFilesRef = useRef(onFiles);
  useEffect(() => {
    onFilesRef.current = onFiles;
  });
  // Listens on the whole page, because no element here can hold the cursor.
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent): void => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) onFilesRef.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  /** A dragged thumbnail is not a file. */
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

  return (
    <div
      className={isOver ? 'drop over' : 'drop'}
      aria-busy={isBusy}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <input
        className="unseen"
        type="file"
        id={id}
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        multiple={multiple}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Lets the same file be picked again after it was removed.
          target.value = '';
        }}
      />
      <label className="button quiet" htmlFor={id}>
        {isBusy ? <span className="spinner" /> : <Icon name="upload" />}
        {label}
      </label>
      <p className="drop-hint">or drop or paste {multiple ? 'them' : 'it'} here. JPG or PNG, 5 MB at most.</p>
      <p className="field-note" id={`${id}-note`} role="alert">
        {error}
      </p>
    </div>
  );
}
