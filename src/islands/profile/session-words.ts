// Describes a session: its browser, its system and its times, in the time zone of the reader.
import type { OwnSessionJson } from '../../lib/shared/schemas/accounts.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** 'Lagos time' for 'Africa/Lagos'; zones such as 'UTC' and 'Etc/GMT-1' name no place. */
const { timeZone } = time.resolvedOptions();
const city = /^(?!Etc\/).*\/(.+)$/.exec(timeZone)?.[1]?.replaceAll('_', ' ');
const zone = city === undefined ? 'Your time' : `${city} time`;

/** @returns '21 Nov 2026, Lagos time 00:04'; without the zone a time would confuse people who travel */
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
