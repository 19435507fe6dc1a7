import type { Logger } from 'pino';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { Database, Db } from '../db/database.ts';
import { engineScope, platformScope } from '../db/scope.ts';
import type { Sealer } from '../security/secrets.ts';
import {
  maskVoucher,
  openVoucher,
  sealVoucher,
  voucherColumns,
  type SealedVoucher,
  type StoredVoucher,
} from '../security/vouchers.ts';

/** Codes in one transaction. A sale skips codes that are locked, so it must be short. */
const batchSize = 1_000;
const lookEveryMs = 60_000;

/**
 * Encrypts the codes that are stored in clear, or by a former key of the ring. It can be killed
 * anywhere, and several servers can do it at once. Returns the number of codes.
 */
export async function sealCodes(
  database: Database,
  sealer: Sealer,
  signal?: AbortSignal,
): Promise<number> {
  const former = sealer.keyNames.filter((name) => name !== sealer.keyName);
  let count = 0;
  for (const keyName of [null, ...former]) {
    // Those that cannot be opened stay as they are.
    const unreadable: string[] = [];
    let isDone = false;
    while (!isDone && !signal?.aborted) {
      const step = await database.within(engineScope, (db) =>
        sealStep(db, sealer, keyName, unreadable),
      );
      count += step.sealed;
      unreadable.push(...step.unreadable);
      isDone = step.sealed + step.unreadable.length === 0;
    }
  }
  return count;
}

interface Step {
  readonly sealed: number;
  readonly unreadable: readonly string[];
}

async function sealStep(
  db: Db,
  sealer: Sealer,
  keyName: string | null,
  passedOver: readonly string[],
): Promise<Step> {
  const ofKey = keyName === null ? 'c.key_name is null and $1::text is null' : 'c.key_name = $1';
  const rows = await db.rows<StoredVoucher>(
    `select ${voucherColumns} from product_codes c
     where ${ofKey} and c.id <> all($2::uuid[]) limit ${batchSize} for update skip locked`,
    [keyName, plainArray(passedOver)],
  );
  const unreadable: string[] = [];
  const sealed: Resealed[] = [];
  for (const row of rows) {
    const { company_id: companyId, id } = row;
    const opened = openVoucher(sealer, row);
    if ('unreadable' in opened) unreadable.push(id);
    else sealed.push({ companyId, ...sealVoucher(sealer, { id, companyId }, opened.secret) });
  }
  if (keyName === null && rows.length > 0) {
    await maskEvents(db, rows);
    await createBatches(db, rows);
  }
  if (sealed.length > 0) await storeSealed(db, sealed);
  return { sealed: sealed.length, unreadable };
}

type Resealed = SealedVoucher & { readonly companyId: string };

async function storeSealed(db: Db, codes: readonly Resealed[]): Promise<void> {
  await db.rows(
    `update product_codes c
     set code = null, sealed = decode(u.sealed, 'base64'), key_name = u.key_name, code_hash = u.hash,
       hint = u.hint, batch_id = coalesce(c.batch_id, ${formerBatch})
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       u(company_id, id, sealed, key_name, hash, hint)
     where c.company_id = u.company_id and c.id = u.id`,
    [
      plainArray(codes.map(({ companyId }) => companyId)),
      plainArray(codes.map(({ id }) => id)),
      plainArray(codes.map(({ sealed }) => sealed.toString('base64'))),
      plainArray(codes.map(({ keyName }) => keyName)),
      plainArray(codes.map(({ hash }) => hash)),
      textArray(codes.map(({ hint }) => hint)),
    ],
  );
}

/** Events about its sale quote the code. */
async function maskEvents(db: Db, codes: readonly StoredVoucher[]): Promise<void> {
  await db.rows(
    `update webhook_events e
     set payload = replace(e.payload::text, '"voucherCode":' || to_json(c.code),
       '"voucherCode":' || to_json(u.mask))::json
     from unnest($1::uuid[], $2::uuid[], $3::text[]) u(company_id, id, mask)
     join product_codes c on c.company_id = u.company_id and c.id = u.id and c.payment_id is not null
     where e.company_id = c.company_id and e.payment_id = c.payment_id`,
    [
      plainArray(codes.map(({ company_id }) => company_id)),
      plainArray(codes.map(({ id }) => id)),
      textArray(codes.map(maskVoucher)),
    ],
  );
}

/**
 * Codes from before batches: those of one product that were stored in the same moment are one upload.
 * The id of the batch follows from them, so that the next step finds it again.
 */
const formerBatch = `md5(concat_ws('|', c.company_id, c.product_id,
  extract(epoch from c.created_at)))::uuid`;

/** The audit log was written in the transaction of the upload and tells who it was. */
async function createBatches(db: Db, codes: readonly StoredVoucher[]): Promise<void> {
  await db.rows(
    `insert into voucher_batches
       (company_id, id, product_id, created_at, first_number, last_number, uploaded_by)
     select w.company_id, w.batch, w.product_id, w.created_at, min(w.number), max(w.number), (
       select l.actor_id from audit_log l
       where l.subject_type = 'companies' and l.subject_id = w.company_id and l.at = w.created_at
         and l.action = 'productCodes.upload' and l.result = 'done' limit 1
     )
     from (
       select c.company_id, c.product_id, c.created_at, c.number, ${formerBatch} as batch
       from unnest($1::uuid[], $2::uuid[]) u(company_id, id)
       join product_codes c on c.company_id = u.company_id and c.id = u.id and c.batch_id is null
     ) w
     group by w.company_id, w.batch, w.product_id, w.created_at
     order by w.company_id, w.batch
     on conflict (company_id, id) do update
     set first_number = least(voucher_batches.first_number, excluded.first_number),
       last_number = greatest(voucher_batches.last_number, excluded.last_number)`,
    [plainArray(codes.map(({ company_id }) => company_id)), plainArray(codes.map(({ id }) => id))],
  );
}

/** How many codes are still in clear or encrypted by another key than the current one. */
export async function countUnsealed(db: Db, keyName: string | null): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from product_codes
     where key_name is null or key_name < $1 or key_name > $1`,
    [keyName],
  );
  return row?.count ?? 0;
}

/** Looks at once, and then every minute. */
export function watchClearCodes(
  database: Database,
  sealer: Sealer,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    try {
      const count = await sealCodes(database, sealer, stopping.signal);
      if (count === 0) return;
      const left = await database.within(platformScope, (db) => countUnsealed(db, sealer.keyName));
      logger.info({ count, left }, 'vouchers were encrypted with the current key');
    } catch (error) {
      logger.warn({ err: error }, 'vouchers could not be encrypted; trying again in a minute');
    }
  };
  const begin = (): void => {
    running ??= look().finally(() => {
      running = null;
    });
  };
  const timer = setInterval(begin, lookEveryMs);
  timer.unref();
  begin();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
