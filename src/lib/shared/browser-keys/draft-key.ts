// Runs anywhere. Where the browser keeps the texts of an app that is about to be listed (local storage).
export const draftKey = 'new_app_draft';
