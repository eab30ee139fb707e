// The reports of a member.
import { reportReceivedSchema } from '../../shared/schemas/reports.ts';
import { callApi } from './api.ts';

export const reportsApi = {
  report: (body: Record<string, string>) => callApi('POST', '/report/', reportReceivedSchema, { body }),
};
