export {
  findEventRows,
  listEvents,
  moveEventsOfApp,
  recordEvent,
  removeEventsOf,
  type TimelineQuery,
} from './timeline-queries.ts';
