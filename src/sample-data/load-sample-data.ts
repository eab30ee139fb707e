import type { Services } from '../lib/server/services.ts';
export async function loadSampleData(_s: Services, _o: { progress: (done: number, total: number) => void }): Promise<void> {}
