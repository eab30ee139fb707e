// A multipart request like that of a form with files.
import type { Person } from './people.ts';
import type { TestApi } from './test-api.ts';

export type FormValue = string | Buffer | (string | Buffer)[];

export interface FormAnswer<Body> {
  status: number;
  body: Body & { error: string; fields: Record<string, string> };
}

/** Sends buffers as picture files and lists as repeated fields. */
export async function sendForm<Body>(
  api: TestApi,
  method: string,
  path: string,
  values: Record<string, FormValue>,
  as?: Person,
): Promise<FormAnswer<Body>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string') form.append(name, one);
      else form.append(name, new Blob([new Uint8Array(one)]), 'picture.png');
    }
  }
  const headers = as ? { authorization: `Bearer ${as.access}` } : {};
  const { status, body } = await api.request(path, { method, body: form, headers });
  return { status, body } as FormAnswer<Body>;
}
