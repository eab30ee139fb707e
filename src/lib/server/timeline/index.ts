export { listEvents, recordEvent, type TimelineQuery } from './timeline-queries.ts';
