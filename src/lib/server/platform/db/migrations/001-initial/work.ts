// Rows of the server's own work: settings, mails, jobs, limits, answers to repeat, views.
import {
  id,
  index,
  instant,
  integer,
  key,
  optional,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from './columns.ts';

export const work = [
  table('settings', primaryKey('name'), text('value')),

  // Settings of the site that staff change.
  table('site_settings', primaryKey('name'), text('value'), integer('version'), instant('updated_at')),

  table(
    'outbox',
    id,
    text('recipient', 'subject', 'text', 'html'),
    // Names a mail that must not be written twice.
    optional.text('once_key'),
    // The address that takes the recipient off a list.
    optional.text('unsubscribe_url'),
    // The request that caused it.
    optional.text('request_id'),
    optional.text('last_error'),
    'tries integer not null default 0',
    instant('created_at', 'due_at'),
    optional.instant('sent_at', 'failed_at'),
  ),
  index('outbox_due', 'outbox (sent_at, failed_at, due_at)'),
  index('outbox_recipient', 'outbox (recipient)'),
  uniqueIndex('outbox_once', 'outbox (once_key) where once_key is not null'),

  table(
    'jobs',
    id,
    text('kind', 'state'),
    key('account_id'),
    integer('tries'),
    optional.text('lease', 'last_error', 'request_id'),
    instant('created_at', 'due_at'),
  ),
  index('jobs_due', 'jobs (due_at)'),
  index('jobs_account', 'jobs (account_id, id)'),

  table('rate_limits', primaryKey('key'), instant('resets_at'), integer('hits')),
  index('rate_limits_reset', 'rate_limits (resets_at)'),

  // What accounts have deleted in the last day, so that a request whose answer was lost can be sent again.
  table('deletions', primaryKey('digest'), instant('created_at')),
  index('deletions_age', 'deletions (created_at)'),

  table('view_counts', key('subject'), integer('day', 'views'), 'primary key (subject, day)'),
  index('view_counts_day', 'view_counts (day)'),

  table('view_marks', integer('day'), key('mark', 'network'), 'primary key (day, mark)'),
  index('view_marks_network', 'view_marks (network)'),
];
