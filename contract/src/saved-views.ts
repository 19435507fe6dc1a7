import * as z from 'zod/mini';
import { signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, oneOf, requiredText } from './fields.ts';

/** The lists of which people keep views. */
export const viewedLists = [
  'transactions',
  'client-transactions',
  'client-api-transactions',
] as const;
export type ViewedList = (typeof viewedLists)[number];

/** Of one list. */
export const maxSavedViews = 50;

const viewName = requiredText('Name is required', 60);
const content = {
  /** As in the address of the list: `status=failed&range=7`. */
  filters: z.string('Must be text').check(z.maxLength(2_000, 'Must be at most 2000 characters')),
  hiddenColumns: z
    .array(z.string('Must be text').check(z.maxLength(40, 'Must be at most 40 characters')))
    .check(z.maxLength(40, 'Must be at most 40 columns')),
};

/** The filters and columns of a list that a person keeps under a name. */
export const savedView = z.object({ id, name: z.string(), ...content });
export type SavedView = z.infer<typeof savedView>;

export const savedViewBody = z.strictObject({
  list: oneOf(viewedLists),
  name: viewName,
  ...content,
});
/** What is left out stays as it is. */
export const savedViewChange = z.strictObject({
  name: z.optional(viewName),
  filters: z.optional(content.filters),
  hiddenColumns: z.optional(content.hiddenColumns),
});

const notFound = 'View not found';

/** Everybody reads and changes only their own. */
export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/SavedViews',
    summary: 'List your saved views of a list, by name',
    access: signedIn,
    query: z.strictObject({ list: oneOf(viewedLists) }),
    reply: z.array(savedView),
  }),
  create: endpoint({
    method: 'POST',
    path: '/SavedViews',
    summary: 'Save the filters and columns of a list under a name',
    access: signedIn,
    body: savedViewBody,
    reply: savedView,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/SavedViews/{id}',
    summary: 'Rename a saved view, or replace its filters and columns',
    access: signedIn,
    params: idParams,
    body: savedViewChange,
    reply: savedView,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/SavedViews/{id}',
    summary: 'Delete a saved view',
    access: signedIn,
    params: idParams,
    reply: z.null(),
    notFound,
  }),
};
