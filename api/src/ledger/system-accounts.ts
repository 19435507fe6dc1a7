import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';

/**
 * The counterpart of a company's money: where it is held by the provider and the networks. What the
 * company owes is in its receivable account, which only the ledger's own functions use and create.
 */
export interface SystemAccounts {
  /** The provider's bank: deposits and corrections. */
  readonly settlement: string;
  /** The provider's fees from the company, without taxes. */
  readonly fees: string;
  /** What of its payments is owed to the tax authority. */
  readonly vat: string;
  readonly levy: string;
  /** Money whose owner is not clear yet. */
  readonly suspense: string;
  /** What a mobile-money network owes the company, by network. */
  readonly clearing: ReadonlyMap<string, string>;
}

const networks = ['MTN', 'AIRTEL'] as const;

interface SystemAccountRow {
  readonly id: string;
  readonly kind: 'settlement' | 'fees' | 'vat' | 'levy' | 'suspense' | 'clearing' | 'receivable';
  readonly network: string | null;
}

const wanted: readonly { readonly kind: SystemAccountRow['kind']; readonly network?: string }[] = [
  { kind: 'settlement' },
  { kind: 'fees' },
  { kind: 'vat' },
  { kind: 'levy' },
  { kind: 'suspense' },
  ...networks.map((network) => ({ kind: 'clearing' as const, network })),
];

/**
 * Each company has its own, so that its ledger sums to zero by itself. Created on first use; a server of an
 * earlier version may have created fewer.
 */
export async function systemAccountsOf(db: Db, companyId: string): Promise<SystemAccounts> {
  const rows = await readSystemAccounts(db, companyId);
  const has = (kind: SystemAccountRow['kind']): boolean => rows.some((row) => row.kind === kind);
  if (wanted.every(({ kind }) => has(kind))) return toSystemAccounts(rows);
  await createSystemAccounts(db, companyId);
  return toSystemAccounts(await readSystemAccounts(db, companyId));
}

function readSystemAccounts(db: Db, companyId: string): Promise<SystemAccountRow[]> {
  return db.rows<SystemAccountRow>(
    "select id, kind, network from accounts where company_id = $1 and kind <> 'customer'",
    [companyId],
    'system_accounts',
  );
}

async function createSystemAccounts(db: Db, companyId: string): Promise<void> {
  await db.rows(
    `insert into accounts (id, company_id, kind, network, floor)
     select id, $1, kind, network, null
     from unnest($2::uuid[], $3::text[], $4::text[]) u(id, kind, network)
     on conflict do nothing`,
    [
      companyId,
      wanted.map(() => uuidV7()),
      wanted.map(({ kind }) => kind),
      wanted.map(({ network }) => network ?? null),
    ],
  );
}

function toSystemAccounts(rows: readonly SystemAccountRow[]): SystemAccounts {
  const idOf = (kind: SystemAccountRow['kind']): string => {
    const row = rows.find((candidate) => candidate.kind === kind);
    if (!row) throw new Error(`A company without a ${kind} account`);
    return row.id;
  };
  return {
    settlement: idOf('settlement'),
    fees: idOf('fees'),
    vat: idOf('vat'),
    levy: idOf('levy'),
    suspense: idOf('suspense'),
    clearing: new Map(
      rows.flatMap((row) => (row.network === null ? [] : [[row.network, row.id] as const])),
    ),
  };
}
