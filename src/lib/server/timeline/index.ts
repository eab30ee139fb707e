export {
  findEventRows,
  listEvents,
  moveEventsOfApp,
  recordEvent,
  type TimelineQuery,
} from './timeline-queries.ts';
