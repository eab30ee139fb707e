import { commonUrls } from '../../shared/addresses/common-urls.ts';
import { dropHandover, handedOver } from '../session/handover.ts';

/** Finishes the work that the page before handed over: removes pictures after a logout, shows a created app. */
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
