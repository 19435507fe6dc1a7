import type { BulkLine } from '@sente/contract/bulk-payouts';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { csvLine } from '../http/csv.ts';
import type { FileResult } from '../http/file-reply.ts';
import { listLinesAfter } from './bulk-lines.queries.ts';
import type { BulkRow } from './bulk-payouts.queries.ts';
import { toLine } from './bulk-view.ts';

const fileLines = 500;
const header = [
  'Line',
  'Phone',
  'Network',
  'Amount',
  'Fee',
  'Name',
  'Name at the network',
  'Reference',
  'State',
  'Network reference',
  'Reason',
  'Warnings',
];

/** The lines with what became of them, as CSV. */
export function resultFile(database: Database, actor: Actor, bulk: BulkRow): FileResult {
  // One transaction per part, so that a slow download does not hold a connection.
  async function* pieces(): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(header)}`;
    for (let after = 0; ;) {
      const from = after;
      const rows = await database.within(actor.scope, (db) =>
        listLinesAfter(db, bulk.id, from, fileLines),
      );
      yield rows.map((row) => resultLine(toLine(row, bulk))).join('');
      if (rows.length < fileLines) return;
      after = rows.at(-1)?.number ?? after;
    }
  }
  const day = bulk.created_at.toISOString().slice(0, 10);
  return { fileName: `bulk-payout-${day}-${bulk.id.slice(-6)}.csv`, pieces: pieces() };
}

function resultLine(line: BulkLine): string {
  return csvLine([
    line.number,
    line.phoneNumber.replace(/^\+/, ''),
    line.network ?? '',
    line.amount ?? line.amountText,
    line.fee,
    line.name ?? '',
    line.networkName ?? '',
    line.reference ?? '',
    line.state,
    line.networkReference ?? '',
    [...line.faults, line.reason ?? ''].filter(Boolean).join('; '),
    line.warnings.join('; '),
  ]);
}
