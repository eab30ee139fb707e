export { listEvents, recordEvent, type NewTimelineEvent, type TimelineQuery } from './timeline-queries.ts';
