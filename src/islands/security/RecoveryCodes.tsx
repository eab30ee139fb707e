import { useState } from 'react';
import { siteName } from '../../lib/client/page/site-name.ts';

interface Props {
  codes: string[];
  onKept: () => void;
}

/** Shows new recovery codes, this once. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const [note, setNote] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setNote('Copied.');
    } catch {
      // Some browsers refuse the clipboard; the codes stay on the page to be written down.
      setNote('This browser does not let the site copy. Write the codes down.');
    }
  };
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${siteName()} recovery codes\n\n${codes.join('\n')}\n`)}`;
  return (
    <section className="factors fresh-codes" aria-labelledby="fresh-codes">
      <h2 id="fresh-codes">Your recovery codes</h2>
      <p className="part-text">
        Keep them where only you find them. Each logs you in once, when you have no other second factor at
        hand. <b>They are not shown again.</b>
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="factor-buttons">
        <button className="button quiet" type="button" onClick={() => void copy()}>
          Copy
        </button>
        <a className="button quiet" href={file} download="recovery-codes.txt">
          Save as a file
        </a>
        <button className="button" type="button" onClick={onKept}>
          I have kept them
        </button>
      </p>
      <p className="soft" role="status">
        {note}
      </p>
    </section>
  );
}
