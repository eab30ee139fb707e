// 'Paste an address': what an address tells about an app before it is listed. Nothing of it is stored.
import { linkNames } from '../addresses/links.ts';
import { named, z } from '../zod.ts';

/** The fields that a look can fill in, under the names that `POST /app/` takes. */
export const previewFields = [
  'name',
  'description',
  'long_description',
  'category',
  'platform',
  ...linkNames,
  'version',
  'size',
  'price',
  'age',
  'languages',
] as const;
export type PreviewField = (typeof previewFields)[number];

export const previewSourceLabels = {
  address: 'the address',
  manifest: 'the web app manifest',
  'json-ld': 'the structured data of the page',
  'open-graph': 'the OpenGraph tags of the page',
  page: 'the page',
  'app-store': 'the App Store',
  play: 'Google Play',
  github: 'GitHub',
} as const;
export type PreviewSource = keyof typeof previewSourceLabels;
const sources = Object.keys(previewSourceLabels) as PreviewSource[];

export const previewKinds = ['website', 'appstore', 'playstore', 'repository'] as const;
export type PreviewKind = (typeof previewKinds)[number];

export const previewRequestSchema = named('PreviewRequest', {
  address: z
    .string('Paste an address.')
    .trim()
    .min(1, 'Paste an address.')
    .max(2_000, 'This address is too long.')
    .describe('A website, a page of the App Store or of Google Play, or a repository at GitHub.'),
});

const pictureSchema = z.object({
  kind: z.enum(['logo', 'screenshot']),
  source: z.enum(sources),
  width: z.int().min(1),
  height: z.int().min(1),
  type: z.enum(['image/jpeg', 'image/png']),
  data: z.string().describe('The picture in base64, re-encoded as an upload would be.'),
});
export type PreviewPicture = z.infer<typeof pictureSchema>;

export const previewSchema = named('AppPreview', {
  kind: z.enum(previewKinds),
  address: z.string().describe('The address that was looked at.'),
  existing: z
    .object({ name: z.string(), name_id: z.string() })
    .nullable()
    .describe('The app that is listed with this address already.'),
  fields: z
    .array(z.object({ name: z.enum(previewFields), value: z.string(), source: z.enum(sources) }))
    .describe('What was found. Each value is one that `POST /app/` takes.'),
  pictures: z.array(pictureSchema),
  problems: z.array(z.string()).describe('What could not be read, as sentences.'),
});
export type AppPreview = z.infer<typeof previewSchema>;

/** A line of the answer while it looks; the last line has `preview` or `error`. */
export const previewLineSchema = z.union([
  z.object({ step: z.string() }),
  z.object({ preview: previewSchema }),
  z.object({
    error: z.string(),
    status: z.int(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
]);

/** The type of an answer with a line for each step. */
export const previewLinesType = 'application/x-ndjson';

export const previewMessages = {
  notAnAddress: 'This is not the address of a public website. Paste one such as https://myapp.ng.',
  off: 'This site does not open other sites: its operator has turned that off.',
  running: 'Another address is already being checked for you. Wait until that is done.',
} as const;
