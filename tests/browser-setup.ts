// Runs once before all browser tests.
import { makeTemplate } from './support/browser-site.ts';

export default async function setup(): Promise<() => Promise<void>> {
  return await makeTemplate();
}
