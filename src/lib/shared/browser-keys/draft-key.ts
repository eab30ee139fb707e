/** Local-storage key of the texts of an app that is not listed yet. */
export const draftKey = 'new_app_draft';
