import { commonUrls } from '../../shared/addresses/common-urls.ts';
import { dropHandover, handedOver } from '../session/handover.ts';

/** Does what the page before has left to do. */
export async function finishHandover(): Promise<void> {
  if (handedOver('logged-out')) {
    dropHandover('logged-out');
    const { sweepPictures } = await import('../drafts/kept-pictures.ts');
    await sweepPictures();
  }
  if (handedOver('created-app') && location.pathname === commonUrls.home()) {
    const { showCreatedApp } = await import('../drafts/created-app.ts');
    showCreatedApp();
  }
}
