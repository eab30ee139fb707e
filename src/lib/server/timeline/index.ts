export {
  findEventRows,
  listEvents,
  recordEvent,
  removeEventsOf,
  type TimelineQuery,
} from './timeline-queries.ts';
