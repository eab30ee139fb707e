// The desk's routes of cases, decisions and staff.
import {
  caseVersionSchema,
  queueItemSchema,
  type QueueFilter,
  caseSchema,
  decisionSchema,
  decideSchema,
  previewSchema,
  templateFormSchema,
  templateSchema,
} from '../../../shared/schemas/cases.ts';
import { z } from '../../../shared/zod.ts';
import { callApi, doneSchema } from '../api.ts';
import { pageOf, pagePath } from '../paging.ts';

const queuePage = pageOf(queueItemSchema);
const templates = z.object({ results: z.array(templateSchema) });

const casePath = (number: string, what = '') => `/desk/cases/${encodeURIComponent(number)}/${what}`;
const templatePath = (id: string) => `/desk/templates/${encodeURIComponent(id)}/`;

type Version = z.input<typeof caseVersionSchema>;
export type DecideInput = z.input<typeof decideSchema>;
type TemplateInput = z.input<typeof templateFormSchema>;

const change = (number: string, what: string, json: object) =>
  callApi('POST', casePath(number, what), doneSchema, { json });

export const casesApi = {
  queue: (filter: Partial<QueueFilter>, next: string | null) =>
    callApi('GET', pagePath('/desk/cases/', filter, next), queuePage),
  find: (number: string) => callApi('GET', casePath(number), caseSchema),
  claim: (number: string, json: Version) => change(number, 'claim/', json),
  release: (number: string, json: Version) => change(number, 'release/', json),
  handOver: (number: string, json: Version & { to: string }) => change(number, 'hand-over/', json),
  note: (number: string, text: string) => change(number, 'notes/', { text }),
  message: (number: string, json: { to: string; text: string }) => change(number, 'messages/', json),
  preview: (number: string, json: DecideInput) =>
    callApi('POST', casePath(number, 'decisions/preview/'), previewSchema, { json }),
  decide: (number: string, json: DecideInput) =>
    callApi('POST', casePath(number, 'decisions/'), decisionSchema, { json }),
};

export const templatesApi = {
  list: () => callApi('GET', '/desk/templates/', templates),
  add: (json: TemplateInput) => callApi('POST', '/desk/templates/', templateSchema, { json }),
  change: (id: string, json: TemplateInput) => callApi('PATCH', templatePath(id), templateSchema, { json }),
  remove: (id: string) => callApi('DELETE', templatePath(id), doneSchema),
};
