import type { ExaminationRequirement } from '@sente/contract/examinations';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { refused } from '../http/app-error.ts';
import { readException } from './examination-exceptions.ts';

/** What new keys of live mode need of the company. */
export type ReadRequirement = (companyId: string) => Promise<ExaminationRequirement>;

/** When the company last passed an examination in the test world; null: never, or there is none. */
export type LastPassed = (companyId: string) => Promise<string | null>;

const dayMs = 86_400_000;

/** In live mode: the setting is of the live world, the examination of the other one. */
export function createRequirement(database: Database, lastPassed: LastPassed): ReadRequirement {
  return async (companyId) => {
    const { days, isExempt } = await database.within(platformScope, async (db) => ({
      days: await readExaminationDays(db),
      isExempt: (await readException(db, companyId)) !== null,
    }));
    const at = await lastPassed(companyId);
    const isRecent = at !== null && Date.parse(at) > databaseNow() - days * dayMs;
    return { days, lastPassedAt: at, isExempt, isMet: days === 0 || isExempt || isRecent };
  };
}

export async function readExaminationDays(db: Db): Promise<number> {
  const row = await db.row<{ days: number }>(
    'select examination_days as days from platform_settings',
  );
  return row?.days ?? 0;
}

/** A key in place of another one is always possible: the old one may be stolen. */
export async function refuseWithoutExamination(
  read: ReadRequirement,
  companyId: string,
): Promise<void> {
  const { days, lastPassedAt, isMet } = await read(companyId);
  if (isMet) return;
  const within = days === 1 ? 'the last day' : `the last ${days} days`;
  const last = lastPassedAt ? ` The last one passed on ${lastPassedAt.slice(0, 10)}.` : '';
  throw refused(
    `New keys of live mode need an examination that was passed in ${within}. Switch to test mode and start one under Developers, Examinations.${last}`,
  );
}
