import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';

/* Audit entries are chained by hash shortly after they are written: api/functions/audit_chain_extend.sql */

const chainEveryMs = 1_000;
/** Entries in one transaction, of the backlog after an upgrade for example. */
const batchSize = 500;
const headEveryMs = 24 * 3_600_000;

/** The newest entry of the chain. Whoever knows it can prove later that no earlier entry changed. */
export interface AuditHead {
  readonly position: number;
  readonly hash: string;
}

export function headText({ position, hash }: AuditHead): string {
  return `${position}-${hash}`;
}

/** Null if the text is no head. */
export function parseHead(text: string): AuditHead | null {
  const match = /^([1-9]\d{0,14})-([0-9a-f]{64})$/.exec(text.trim());
  return match?.[1] && match[2] ? { position: Number(match[1]), hash: match[2] } : null;
}

/** Chains what waits. Returns the number of entries. */
export async function extendChain(database: Database): Promise<number> {
  let count = 0;
  for (;;) {
    const row = await database.within(platformScope, (db) =>
      db.row<{ added: number }>('select audit_chain_extend($1) as added', [batchSize]),
    );
    const added = row?.added ?? 0;
    count += added;
    if (added < batchSize) return count;
  }
}

export async function readHead(database: Database): Promise<AuditHead | null> {
  const row = await database.within(platformScope, (db) =>
    db.row<{ position: string; hash: string }>(
      `select position::text, encode(hash, 'hex') as hash from audit_chain
       order by audit_chain.position desc limit 1`,
    ),
  );
  return row ? { position: Number(row.position), hash: row.hash } : null;
}

/** Whether the chain still has the entry that an earlier head named. */
export async function hasHead(database: Database, head: AuditHead): Promise<boolean> {
  const row = await database.within(platformScope, (db) =>
    db.row<{ hash: string }>(
      `select encode(hash, 'hex') as hash from audit_chain where position = $1`,
      [head.position],
    ),
  );
  return row?.hash === head.hash;
}

/** Each invariant with a query that finds the entries that violate it. */
export const auditInvariants: Readonly<Record<string, string>> = {
  'every audit entry is chained, or waits to be': `
    select a.id from audit_log a
    where not exists (select from audit_chain c where c.audit_id = a.id)
      and not exists (select from audit_unchained u where u.audit_id = a.id)`,

  'the audit log matches its chain of hashes': `
    select l.audit_id
    from (
      select c.*, audit_digest(a) as digest, a.company_id,
        lag(c.hash, 1, '') over by_position as hash_before,
        lag(c.position, 1, 0) over by_position as position_before,
        lag(c.company_hash, 1, '') over by_number as company_hash_before,
        lag(c.number, 1, 0) over by_number as number_before
      from audit_chain c left join audit_log a on a.id = c.audit_id
      window by_position as (order by c.position),
        by_number as (partition by c.chain order by c.number)
    ) l
    where l.digest is null
      or l.position <> l.position_before + 1 or l.number <> l.number_before + 1
      or l.hash <> sha256(l.hash_before || l.digest)
      or l.company_hash <> sha256(l.company_hash_before || l.digest)
      or l.chain <> coalesce(l.company_id, '00000000-0000-0000-0000-000000000000')`,
};

/** Extends the chain every second, and writes its head into the log at the start and every day. */
export function keepAuditChain(database: Database, logger: Logger): { stop(): void } {
  let busy = false;
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, 'the audit log could not be chained');
    }
    busy = false;
  };
  const extend = async (): Promise<void> => {
    await extendChain(database);
  };
  const printHead = async (): Promise<void> => {
    await extendChain(database);
    const head = await readHead(database);
    if (head) logger.info({ auditHead: headText(head) }, 'head of the audit log');
  };
  const timers = [
    setInterval(() => void run(extend), chainEveryMs),
    setInterval(() => void run(printHead), headEveryMs),
  ];
  for (const timer of timers) timer.unref();
  void run(printHead);
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
