import { limits } from '../../lib/shared/schemas/limits.ts';
import { releaseTypeLabels, type ReleaseType } from '../../lib/shared/schemas/apps.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { Field, SelectField } from '../forms/Field.tsx';

const names = ['latest_feature', 'release_type', 'version', 'release_date'] as const;

/** All fields hold texts, as they are sent. */
export type ReleaseValues = Record<(typeof names)[number], string>;

export const releaseValuesSchema = z.record(z.enum(names), z.string());

interface Props {
  /** The number and the type that a new release gets without any. */
  before?: { version: string; releaseType: ReleaseType };
}

/** The fields of a release, for a new one and for changes. */
export function ReleaseFields({ before }: Props) {
  const typeStays = before && messages.appForms.releaseTypeStays(releaseTypeLabels[before.releaseType]);
  return (
    <>
      <Field
        name="latest_feature"
        label="Latest feature"
        rows={6}
        max={limits.latestFeature}
        autoComplete="off"
        required
      />
      <SelectField
        name="release_type"
        label="Release type"
        options={Object.entries(releaseTypeLabels)}
        placeholder={before && messages.appForms.releaseType}
        hintOfNone={typeStays}
      />
      <Field
        name="version"
        label="Version"
        placeholder="Release version"
        {...(before && { hint: messages.appForms.versionStays(before.version) })}
        autoComplete="off"
      />
      <Field
        name="release_date"
        label="Release date"
        type="datetime-local"
        hint="Lagos time"
        autoComplete="off"
      />
    </>
  );
}
