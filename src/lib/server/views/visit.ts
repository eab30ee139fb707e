import type { ViewSubject } from '../../shared/schemas/views.ts';

/** A view of a page. Only a hash of it is stored. */
export interface Visit {
  subject: ViewSubject;
  address: string;
  userAgent: string;
  /** User id that the client claims, or ''. Unproven, because it only excludes owners from the count. */
  viewer: string;
}
