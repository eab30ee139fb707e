/** @returns null for a text that is not JSON, such as the login page of a public Wi-Fi */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
