// How a login is told from the others: its browser and system, and when, in the time of the place where the list is
// read.
import type { OwnSessionJson } from '../../lib/shared/schemas/sessions.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** 'Lagos time' for 'Africa/Lagos'; zones such as 'UTC' and 'Etc/GMT-1' name no place. */
const { timeZone } = time.resolvedOptions();
const city = /^(?!Etc\/).*\/(.+)$/.exec(timeZone)?.[1]?.replaceAll('_', ' ');
const zone = city === undefined ? 'Your time' : `${city} time`;

/** '21 Nov 2026, Lagos time 00:04': a time alone would be another one for somebody who travels. */
function moment(iso: string): string {
  const instant = Date.parse(iso);
  return `${day.format(instant)}, ${zone} ${time.format(instant)}`;
}

export function deviceOf({ device, current }: OwnSessionJson): string {
  if (current) return device === '' ? 'This browser' : `This browser: ${device}`;
  return device === '' ? 'Unknown browser' : device;
}

export function sinceWhen({ created_at }: OwnSessionJson): string {
  return `Since ${moment(created_at)}`;
}

export function lastUsed({ last_used_at }: OwnSessionJson): string {
  return `Last used ${moment(last_used_at)}`;
}
