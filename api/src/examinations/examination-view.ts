import type {
  Examination,
  ExaminationCheck,
  ExaminationSummary,
} from '@sente/contract/examinations';
import type { Db } from '../db/database.ts';
import { lastPassedAt, listExaminations, type ExaminationRow } from './examinations.queries.ts';

export function toSummary(row: ExaminationRow): ExaminationSummary {
  const count = (outcome: ExaminationCheck['outcome']): number =>
    row.checks.filter((check) => check.outcome === outcome).length;
  return {
    id: row.id,
    webhookId: row.webhook_id,
    url: row.url,
    state: row.finished_at ? 'finished' : 'running',
    startedAt: row.started_at.toISOString(),
    startedBy: row.started_by,
    finishedAt: row.finished_at?.toISOString() ?? null,
    watchesOrdersUntil: row.orders_until?.toISOString() ?? null,
    isPassed: row.is_passed,
    passed: count('passed'),
    failed: count('failed'),
    notSeen: count('not-seen'),
  };
}

export function toExamination(row: ExaminationRow): Examination {
  return { ...toSummary(row), checks: [...row.checks] };
}

/** For the live world: the last examination, and when one was last passed. */
export async function readLast(
  db: Db,
  companyId: string,
): Promise<{ lastExamination: ExaminationSummary | null; lastPassedAt: string | null }> {
  const [last] = await listExaminations(db, companyId, 1);
  const passedAt = await lastPassedAt(db, companyId);
  return {
    lastExamination: last ? toSummary(last) : null,
    lastPassedAt: passedAt?.toISOString() ?? null,
  };
}
