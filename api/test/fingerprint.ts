import type { Db } from '../src/db/database.ts';

/** The rows of a table, as far as a test compares them. */
export interface TableState {
  readonly name: string;
  readonly rows: number;
  readonly hash: string | null;
}

/** Who asked, when, and that they were refused. */
const aboutCalls = [
  'sessions',
  'throttles',
  'used_signatures',
  'api_requests',
  'audit_log',
  'audit_unchained',
];
/** When a key and a device were used last. No row comes or goes. */
const lastUses = ['company_credentials', 'till_devices'];
const besides = {
  writes: { except: aboutCalls, noted: lastUses },
  /** Reading makes a signing key, numbers events, notes who fetched a file for the bank, and keeps a shift open. */
  anyCalls: {
    except: [...aboutCalls, 'refused_sign_ins', 'signing_keys', 'event_sequences'],
    noted: [
      ...lastUses,
      'webhook_events',
      'webhook_deliveries',
      'settlement_batches',
      'till_shifts',
    ],
  },
};

/** All that refused writes, or any refused or reading calls, may not change; of tables in `noted` the number of rows. */
export async function unchangedBy(db: Db, calls: keyof typeof besides): Promise<TableState[]> {
  const { except, noted } = besides[calls];
  const tables = await fingerprint(db, except);
  return tables.map((table) => (noted.includes(table.name) ? { ...table, hash: null } : table));
}

/** Of everything that is stored, but for these tables. */
export async function fingerprint(db: Db, except: readonly string[]): Promise<TableState[]> {
  const tables = await db.rows<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [except],
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows, sum(hashtext(t::text))::text as hash from ${name} t`,
  );
  return db.rows(parts.join(' union all '));
}
