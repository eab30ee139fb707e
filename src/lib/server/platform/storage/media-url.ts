/** The parsed MEDIA_URL. */
export type MediaUrl = ReturnType<typeof parseMediaUrl>;

const noCredentials = 'takes no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** @throws TypeError that says what is wrong with it */
export function parseMediaUrl(url: string) {
  const { hostname, pathname, searchParams, username, password } = new URL(url);
  if (username !== '' || password !== '') throw new TypeError(noCredentials);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) || !/^\/?$/.test(pathname))
    throw new TypeError(
      'must be s3://bucket, with a name of 3 to 63 small letters, digits, points and dashes',
    );
  for (const name of searchParams.keys())
    if (!['endpoint', 'region', 'public'].includes(name))
      throw new TypeError(`knows endpoint, region and public, and not ${name}`);
  const address = (name: string): string | undefined => {
    const value = searchParams.get(name);
    if (value === null) return undefined;
    if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value))
      throw new TypeError(`its ${name} must be an http or https URL`);
    const { username, password } = new URL(value);
    if (username !== '' || password !== '') throw new TypeError(noCredentials);
    return value.replace(/\/+$/, '');
  };
  return {
    bucket: hostname,
    endpoint: address('endpoint'),
    region: searchParams.get('region') ?? 'us-east-1',
    publicUrl: address('public'),
  };
}
