import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { saveFile, submitDownload } from '../../lib/client/api/downloads.ts';
import { siteName } from '../../lib/client/page/site-name.ts';
import { $session } from '../../lib/client/session/session.ts';
import { confirmPasswordSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { exportFileName, type ExportStateJson } from '../../lib/shared/schemas/own-data.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { WithVerified } from './WithVerified.tsx';

const pollMs = 3_000;

export default function ExportForm() {
  return <WithVerified what="data">{() => <Export />}</WithVerified>;
}

function Export() {
  const visitor = useStore($session, { ssr: 'initial' });
  const userId = visitor?.user_id ?? '';
  const [known, setKnown] = useState<ExportStateJson | null>(null);
  const isWorking = known?.state === 'working';

  // Asks once, because an export may have started earlier, and repeatedly while one is being collected.
  useEffect(() => {
    if (userId === '') return;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const result = await profilesApi.exportState(userId);
      // A failed request is repeated; the form works without the answer.
      if (!isGone && result.kind === 'ok') setKnown(result.data);
    };
    if (!isWorking) void ask();
    const timer = isWorking ? setInterval(() => void ask(), pollMs) : undefined;
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [userId, isWorking]);

  const form = useForm({
    schema: confirmPasswordSchema,
    send: ({ password }) => profilesApi.exportData(userId, password),
    texts: serverFirst,
    done: (answer) => {
      if (answer instanceof Blob) saveFile(answer, exportFileName(siteName()));
      else {
        setKnown(answer);
        if (answer.token === null) return { message: messages.ownData.collecting };
        submitDownload(profilesApi.downloadPath(userId), answer.token);
      }
      return { message: messages.ownData.exported };
    },
    ready: ({ password = '' }) => password !== '',
    reset: true,
  });

  if (known?.state === 'working') return <ExportProgress {...known} />;
  return (
    <>
      {known?.state === 'ready' && (
        <p className="part-text" role="status">
          {messages.ownData.ready}
        </p>
      )}
      <Form form={form} action="Download" busy="Collecting...">
        <ConfirmPassword email={visitor?.email ?? ''} />
      </Form>
    </>
  );
}
