/** What the form for many listings keeps. The chosen listings are not part of it. */
export const noBulkValues = { action: '', policy: '', public_reason: '', owner_reason: '' };
