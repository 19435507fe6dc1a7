import type { BodyOf } from '@sente/contract/endpoint';
import {
  maxSavedViews,
  type SavedView,
  type savedViews,
  type ViewedList,
} from '@sente/contract/saved-views';
import { violatedUnique } from '../db/database-errors.ts';
import type { Database } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, notFound, refused } from '../http/app-error.ts';
import {
  countViews,
  deleteView,
  insertView,
  listViews,
  updateView,
} from './saved-views.queries.ts';

export interface SavedViewsService {
  list(actor: Actor, list: ViewedList): Promise<SavedView[]>;
  create(actor: Actor, body: BodyOf<typeof savedViews.create>): Promise<SavedView>;
  update(actor: Actor, id: string, body: BodyOf<typeof savedViews.update>): Promise<SavedView>;
  remove(actor: Actor, id: string): Promise<void>;
}

/** Everybody has only their own. */
export function createSavedViewsService(database: Database): SavedViewsService {
  return {
    list: ({ scope, userId }, list) => database.within(scope, (db) => listViews(db, userId, list)),

    create: ({ scope, userId }, { list, ...view }) =>
      namedOnce(() =>
        database.within(scope, async (db) => {
          if ((await countViews(db, userId, list)) >= maxSavedViews) {
            throw refused(`A list has at most ${maxSavedViews} views. Delete one first.`);
          }
          return stored(await insertView(db, userId, list, { id: uuidV7(), ...view }));
        }),
      ),

    update: ({ scope, userId }, id, change) =>
      namedOnce(() =>
        database.within(scope, async (db) => stored(await updateView(db, userId, id, change))),
      ),

    remove: ({ scope, userId }, id) =>
      database.within(scope, async (db) => {
        if (!(await deleteView(db, userId, id))) throw notFound('View not found');
      }),
  };
}

function stored(view: SavedView | undefined): SavedView {
  if (!view) throw notFound('View not found');
  return view;
}

async function namedOnce<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (violatedUnique(error) !== 'saved_views_name_key') throw error;
    throw alreadyInUse('name', 'You have a view with this name');
  }
}
