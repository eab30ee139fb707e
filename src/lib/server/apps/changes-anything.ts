import { columnsOfValues } from '../../shared/schemas/app-fields.ts';
import type { UpdateApp } from '../../shared/schemas/app-forms.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { collapseSpaces } from '../../shared/text/text.ts';

/** Whether a sent field differs from the app's. */
export function changesAnything(app: AppListing, change: UpdateApp): boolean {
  const current: Required<{ [Name in keyof UpdateApp]: string }> = {
    name: app.name,
    ...columnsOfValues(app),
    version: app.currentVersion.version,
    category: app.categories.join(),
    screenshot_order: app.screenshots.map(({ id }) => id).join(),
    state: app.state,
    lifecycle: app.lifecycle,
    replaced_by: app.successor?.nameId ?? '',
  };
  // Another app may still be stored as its successor, which is not listed now.
  if (change.replaced_by === '' && app.lifecycle === 'discontinued') return true;
  const wanted = { ...change, ...(change.name !== undefined && { name: collapseSpaces(change.name) }) };
  const names = Object.keys(current) as (keyof UpdateApp)[];
  return names.some((name) => wanted[name] !== undefined && String(wanted[name]) !== current[name]);
}
