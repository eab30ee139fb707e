// The routes of what a person follows.
import {
  followsSchema,
  noticesSchema,
  type FollowInput,
  type NoticeSettingsInput,
} from '../../shared/schemas/follow.ts';
import { callApi } from './api.ts';

const noticesPath = '/user/me/notices/';
const followsPath = '/user/me/follows/';

export const followsApi = {
  follows: () => callApi('GET', followsPath, followsSchema),
  follow: (json: FollowInput) => callApi('PUT', followsPath, followsSchema, { json }),
  notices: () => callApi('GET', noticesPath, noticesSchema),
  change: (json: NoticeSettingsInput) => callApi('PUT', noticesPath, noticesSchema, { json }),
};
