// The desk's routes of cases, decisions and staff.
import type {
  caseVersionSchema,
  queueItemSchema,
  QueueFilter,
} from '../../../shared/schemas/moderation/cases.ts';
import type {
  caseSchema,
  decisionSchema,
  decideSchema,
  previewSchema,
  templateFormSchema,
  templateSchema,
} from '../../../shared/schemas/moderation/decisions.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi, pagePath, type Paged } from '../api.ts';

const casePath = (number: string, what = '') => `/desk/cases/${encodeURIComponent(number)}/${what}`;
const templatePath = (id: string) => `/desk/templates/${encodeURIComponent(id)}/`;

type Version = z.input<typeof caseVersionSchema>;
export type DecideInput = z.input<typeof decideSchema>;
type TemplateInput = z.input<typeof templateFormSchema>;

const change = (number: string, what: string, json: object) =>
  callApi('POST', casePath(number, what), { json });

export const casesApi = {
  queue: (filter: Partial<QueueFilter>, next: string | null) =>
    callApi<Paged<z.infer<typeof queueItemSchema>>>('GET', pagePath('/desk/cases/', filter, next)),
  find: (number: string) => callApi<z.infer<typeof caseSchema>>('GET', casePath(number)),
  claim: (number: string, json: Version) => change(number, 'claim/', json),
  release: (number: string, json: Version) => change(number, 'release/', json),
  handOver: (number: string, json: Version & { to: string }) => change(number, 'hand-over/', json),
  note: (number: string, text: string) => change(number, 'notes/', { text }),
  message: (number: string, json: { to: string; text: string }) => change(number, 'messages/', json),
  preview: (number: string, json: DecideInput) =>
    callApi<z.infer<typeof previewSchema>>('POST', casePath(number, 'decisions/preview/'), { json }),
  decide: (number: string, json: DecideInput) =>
    callApi<z.infer<typeof decisionSchema>>('POST', casePath(number, 'decisions/'), { json }),
};

export const templatesApi = {
  list: () => callApi<{ results: z.infer<typeof templateSchema>[] }>('GET', '/desk/templates/'),
  add: (json: TemplateInput) => callApi<z.infer<typeof templateSchema>>('POST', '/desk/templates/', { json }),
  change: (id: string, json: TemplateInput) =>
    callApi<z.infer<typeof templateSchema>>('PATCH', templatePath(id), { json }),
  remove: (id: string) => callApi('DELETE', templatePath(id)),
};
