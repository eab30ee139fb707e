// The links of an app, for its owner.
import { ownLinksSchema } from '../../shared/schemas/apps.ts';
import { callApi } from './api.ts';

export const linksApi = {
  show: (appId: string) => callApi('GET', `/app/${encodeURIComponent(appId)}/links/`, ownLinksSchema),
};
