// All listings as files (docs/decisions/039-open-data.md).
import { bindContext } from '../platform/reads/slices.ts';
import type { OpenDataContext } from './context.ts';
import { findExport } from './find-export.ts';
import { makeExportIfDue } from './make-export.ts';

export type OpenData = ReturnType<typeof createOpenData>;

export function createOpenData(context: OpenDataContext) {
  return bindContext(context, { findExport, makeExportIfDue });
}
