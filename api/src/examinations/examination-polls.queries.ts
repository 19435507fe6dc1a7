import type { Db } from '../db/database.ts';

/** In this order, each once. */
export const pollDisturbances = ['answer lost', 'short page'] as const;
export type PollDisturbance = (typeof pollDisturbances)[number];

export interface WatchedPoll {
  readonly after: number;
  /** The last event of its answer; null: it had none. */
  readonly given: number | null;
  readonly disturbance: PollDisturbance | null;
  readonly at: Date;
}

/** The examination that watches the questions of a company now. */
export async function findWatchingPolls(db: Db, companyId: string): Promise<string | null> {
  const row = await db.row<{ id: string }>(
    `select id from examinations where company_id = $1 and finished_at is null and webhook_id is null`,
    [companyId],
  );
  return row?.id ?? null;
}

export async function insertPoll(
  db: Db,
  poll: { readonly examinationId: string; readonly companyId: string; readonly after: number },
): Promise<string> {
  const row = await db.row<{ id: string }>(
    `insert into examination_polls (examination_id, company_id, after) values ($1, $2, $3) returning id`,
    [poll.examinationId, poll.companyId, poll.after],
  );
  if (!row) throw new Error('A question that was written down is not there');
  return row.id;
}

/** One question after the other, so that each disturbance has its turn. */
export async function nextDisturbance(
  db: Db,
  examinationId: string,
): Promise<PollDisturbance | null> {
  await db.rows('select from examinations where id = $1 for no key update', [examinationId]);
  const done = await db.rows<{ disturbance: PollDisturbance }>(
    'select disturbance from examination_polls where examination_id = $1 and disturbance is not null',
    [examinationId],
  );
  return pollDisturbances.find((one) => !done.some((row) => row.disturbance === one)) ?? null;
}

export async function writeGiven(
  db: Db,
  id: string,
  given: number,
  disturbance: PollDisturbance | null,
): Promise<void> {
  await db.rows('update examination_polls set given = $2, disturbance = $3 where id = $1', [
    id,
    given,
    disturbance,
  ]);
}

export function listPolls(db: Db, examinationId: string): Promise<WatchedPoll[]> {
  return db.rows<WatchedPoll>(
    `select after::float8 as after, given::float8 as given, disturbance, at
     from examination_polls where examination_id = $1 order by id`,
    [examinationId],
  );
}
