import { isRawWord } from '@sente/contract/audit-words';
import type { Db } from '../src/db/database.ts';

/** What the audit log has that people would read as a word of a program, such as "companies.update kind: some-word". */
export async function rawAuditWords(db: Db): Promise<string[]> {
  const rows = await db.rows<{ action: string; details: Record<string, unknown> }>(
    'select distinct action, details from audit_log limit 2000',
  );
  return [...new Set(rows.flatMap(({ action, details }) => rawIn(action, '', details)))];
}

function rawIn(action: string, field: string, value: unknown): string[] {
  if (typeof value === 'string') {
    return isRawWord(action, field, value) ? [`${action} ${field}: ${value}`] : [];
  }
  if (Array.isArray(value)) return value.flatMap((one) => rawIn(action, field, one));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => rawIn(action, name, one));
}
