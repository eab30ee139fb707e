// The events of a developer, as a profile shows them.
import { z } from '../zod.ts';
import { appSchema, type AppListing } from './apps.ts';

export const timelineCategories = ['SIGNUP', 'ACCOUNT_VERIFIED', 'LIST_APP'] as const;
export type TimelineCategory = (typeof timelineCategories)[number];

export const timelineLabels: Record<TimelineCategory, string> = {
  LIST_APP: 'App Listing',
  ACCOUNT_VERIFIED: 'User Verification',
  SIGNUP: 'Account Signup',
};

export interface TimelineEntry<App = AppListing> {
  id: string;
  category: TimelineCategory;
  userId: string;
  /** The listed app for LIST_APP; null for the other categories. */
  app: App | null;
  createdAt: number;
}

export const timelineEntrySchema = z
  .object({
    id: z.string(),
    created_at: z.iso.datetime(),
    category: z.enum(timelineCategories),
    user: z.string(),
    app: appSchema.nullable(),
  })
  .meta({ id: 'TimelineEntry' });

export type TimelineEntryJson = z.infer<typeof timelineEntrySchema>;
