/** What a report is about: `app:<name_id>`, `release:<id>`, `screenshot:<id>` or `profile:<id>`. */
export const reportAboutPattern = /^(app|release|screenshot|profile):([a-z0-9-]{1,128})$/;
