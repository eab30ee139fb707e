import { handedOver } from '../../lib/client/session/handover.ts';
import { safeNext } from '../../lib/shared/addresses/safe-next.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

/** The page that asked for a login, if the login page led to the sign-up; else the front page. */
export const pageAfterSignup = (): string => safeNext(handedOver('verify-next'), urls.home());
