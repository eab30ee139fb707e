// How long rows are kept after the instant in their column, in milliseconds: the hourly sweep takes its times from
// here. docs/retention.md has every table, also those whose rows end with their listing or account.
import { limits } from '../../shared/schemas/limits.ts';
import { dayMs } from '../../shared/text/days.ts';

export const retention = {
  /** `old_handles` and `app_name_ids`, by `created_at`. */
  oldAddresses: limits.oldAddressDays * dayMs,
  /** `known_devices`, by `seen_at`. */
  knownDevices: 90 * dayMs,
  /** `outbox`, by `sent_at` or `failed_at`. */
  mails: 7 * dayMs,
  /** `kept_answers` and `deletions`, by `created_at`. */
  keptAnswers: dayMs,
  /** `restrictions`, by `until`. */
  restrictions: 30 * dayMs,
  /** `listing_networks`, by `listed_at`. */
  listingNetworks: dayMs,
};
