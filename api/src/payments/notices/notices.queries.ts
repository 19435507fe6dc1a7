import type { NetworkNotice } from '@sente/contract/network-notices';
import type { Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';

export interface NewNotice {
  readonly network: string;
  readonly reference: string;
  readonly said: string;
  readonly isProven: boolean;
  readonly content: string;
}

/** New notices per network and hour. Anybody can send an unproven one. */
const mostPerHour = { proven: 1_000, unproven: 100 };

/** Repetitions are counted. Above the hourly limit, new notices are dropped. */
export async function keepNotice(db: Db, notice: NewNotice): Promise<void> {
  const { network, reference, said, isProven, content } = notice;
  const values = [network, printable(reference, 100), printable(said, 200), isProven];
  const cut = printable(content, 2_000);
  const repeated = await db.row(
    `update network_notices set times = times + 1, last_at = now(), content = $5
     where network = $1 and reference = $2 and said = $3 and is_proven = $4 and closed_at is null
     returning id`,
    [...values, cut],
  );
  if (repeated) return;
  await db.rows(
    `insert into network_notices (id, network, reference, said, is_proven, content)
     select $6, $1, $2, $3, $4, $5
     where $7 > (
       select count(*) from network_notices
       where network = $1 and is_proven = $4 and first_at > now() - interval '1 hour'
     )
     on conflict (network, reference, said, is_proven) where closed_at is null
     do update set times = network_notices.times + 1, last_at = now(), content = excluded.content`,
    [...values, cut, uuidV7(), mostPerHour[isProven ? 'proven' : 'unproven']],
  );
}

/** Text from a stranger, without the characters that PostgreSQL or a screen cannot take. */
function printable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cc}/gu, ' ');
}

interface NoticeRow {
  readonly id: string;
  readonly network: string;
  readonly reference: string;
  readonly said: string;
  readonly is_proven: boolean;
  readonly content: string;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly times: number;
}

const mostListed = 200;

export async function listNotices(db: Db): Promise<NetworkNotice[]> {
  const rows = await db.rows<NoticeRow>(
    `select id, network, reference, said, is_proven, content, first_at, last_at, times
     from network_notices where closed_at is null
     order by is_proven desc, last_at desc, id limit ${mostListed}`,
  );
  return rows.map((row) => ({
    id: row.id,
    network: row.network,
    reference: row.reference,
    said: row.said,
    isProven: row.is_proven,
    content: row.content,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    times: row.times,
  }));
}

/** Undefined if it is not open. */
export function closeNotice(
  db: Db,
  id: string,
  userId: string,
  note: string,
): Promise<{ network: string; reference: string; said: string } | undefined> {
  return db.row(
    `update network_notices set closed_at = now(), closed_by = $2, note = $3
     where id = $1 and closed_at is null returning network, reference, said`,
    [id, userId, note],
  );
}
