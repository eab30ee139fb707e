// Lists of apps that people make.
import { z } from 'zod';
import {
  addListSchema,
  changeListSchema,
  listSchema,
  ownListsSchema,
} from '../../../shared/schemas/lists.ts';
import { messages } from '../../../shared/text/messages.ts';
import { listJson } from '../../lists/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { ApiContext } from '../environment.ts';
import { anybody, member } from '../middleware/caller.ts';
import { action, operation, type Operation } from '../operation.ts';

const params = z.object({ slug: z.string().meta({ description: 'The last part of its address.' }) });
const shared = { tag: 'Lists', who: member } as const;
const list = { answer: listSchema, says: 'The list.' } as const;
const rules =
  'Only public apps can be added. The title, the sentence and the notes follow the rules for names and links.';

export function listOperations(context: ApiContext): Operation[] {
  return [
    operation('GET /list/{slug}/', 'getList', {
      ...list,
      tag: 'Lists',
      who: anybody,
      params,
      summary: 'A list of apps that somebody has made',
      description:
        'Without the apps that are not public now. A list that is not public is found by its address alone.',
      refuses: [404],
      async run({ params: { slug }, services }) {
        const found = await services.lists.findList(slug);
        if (!found) throw new AppError(404, messages.lists.missing);
        return listJson(context, found);
      },
    }),
    operation('GET /user/me/lists/', 'listOwnLists', {
      ...shared,
      summary: "One's own lists, without their apps",
      description: 'Also those that are found by their address alone.',
      answer: ownListsSchema,
      says: 'The lists.',
      run: async ({ caller, services }) => ({ lists: await services.lists.listOwnLists(caller) }),
    }),
    operation('GET /user/me/lists/{slug}/', 'getOwnList', {
      ...shared,
      ...list,
      params,
      summary: 'A list of the own account, to change it',
      description: 'Also with the apps that are not public now.',
      refuses: [404],
      run: async ({ caller, params: { slug }, services }) =>
        listJson(context, await services.lists.findOwnList(caller, slug)),
    }),
    operation('POST /list/', 'addList', {
      ...shared,
      ...list,
      summary: 'Makes a list of apps',
      description: `For verified accounts; an account has 30 lists at most: 409. ${rules}`,
      form: addListSchema,
      limit: ['changes'],
      status: 201,
      refuses: [403],
      run: async ({ caller, form, services }) =>
        listJson(context, await services.lists.writeList(caller, form)),
    }),
    operation('PATCH /list/{slug}/', 'changeList', {
      ...shared,
      ...list,
      params,
      summary: 'Replaces what a list of the own account is',
      description: `Its address stays. ${rules}`,
      form: changeListSchema,
      limit: ['changes'],
      refuses: [403, 404],
      run: async ({ caller, form, params: { slug }, services }) =>
        listJson(context, await services.lists.writeList(caller, form, slug)),
    }),
    action('DELETE /list/{slug}/', 'deleteList', {
      ...shared,
      params,
      summary: 'Deletes a list of the own account',
      description: 'Its apps stay.',
      limit: ['changes'],
      says: 'It is gone.',
      refuses: [404],
      run: ({ caller, params: { slug }, services }) => services.lists.deleteList(caller, slug),
    }),
  ];
}
