import type { ViewSubject } from '../../shared/schemas/views.ts';

/** Somebody looked at a page. Nothing of it is stored but a hash. */
export interface Visit {
  subject: ViewSubject;
  address: string;
  userAgent: string;
  /**
   * Id of the user who says to be looking; '' for nobody. Only keeps owners from being counted, so it need not be
   * proved.
   */
  viewer: string;
}
