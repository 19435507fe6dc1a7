import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import type { Liability } from './liability-tree.ts';

export interface NewProof {
  readonly day: string;
  readonly liabilities: bigint;
  readonly belowZero: bigint;
  readonly root: Buffer;
  readonly heads: Buffer;
  readonly document: Buffer;
  readonly signature: Buffer;
  readonly keyId: string;
  readonly madeAt: Date;
  readonly companies: readonly Liability[];
  readonly totals: readonly { kind: string; network: string; balance: bigint }[];
}

export async function insertProof(db: Db, proof: NewProof): Promise<void> {
  const { day, companies, totals } = proof;
  await db.rows(
    `insert into day_proofs (day, companies, liabilities, below_zero, root, heads, document, signature,
       key_id, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      day,
      companies.length,
      proof.liabilities,
      proof.belowZero,
      proof.root,
      proof.heads,
      proof.document,
      proof.signature,
      proof.keyId,
      proof.madeAt,
    ],
  );
  await db.rows(
    `insert into day_leaves (day, company_id, position, nonce, balance)
     select $1, u.company_id, u.position - 1, u.nonce, u.balance
     from unnest($2::uuid[], $3::bytea[], $4::bigint[]) with ordinality
       u (company_id, nonce, balance, position)`,
    [
      day,
      companies.map(({ companyId }) => companyId),
      companies.map(({ nonce }) => nonce),
      companies.map(({ balance }) => balance),
    ],
  );
  await db.rows(
    `insert into day_balances (day, kind, network, balance)
     select $1, u.* from unnest($2::text[], $3::text[], $4::bigint[]) u`,
    [
      day,
      totals.map(({ kind }) => kind),
      totals.map(({ network }) => network),
      totals.map(({ balance }) => balance),
    ],
  );
}

/**
 * Notes which statements told what a place had: those from the last day with a balance on, and if they tell the whole
 * day also the next one, whose beginning shows that nothing is missing between.
 */
export async function insertProofFiles(
  db: Db,
  day: string,
  places: readonly { readonly place: string; readonly isWhole: boolean }[],
): Promise<void> {
  await db.rows(
    `insert into day_proof_files (day, file_id)
     select $1::date, f.id from unnest($2::text[], $3::boolean[]) p (place, is_whole)
     cross join lateral (
       select coalesce(max(b.day), $1::date) as first from reconciliation_balances b
       where b.network = p.place and b.day <= $1::date and b.balance is not null
     ) k
     cross join lateral (
       select min(kampala_day(n.first_at)) as next from statement_files n
       where n.network = p.place and n.state = 'done' and kampala_day(n.first_at) > $1::date
     ) n
     join statement_files f on f.network = p.place and f.state = 'done'
       and kampala_day(f.last_at) >= k.first
       and kampala_day(f.first_at) <= case when p.is_whole then coalesce(n.next, $1::date) else $1::date end
     on conflict do nothing`,
    [day, places.map(({ place }) => place), places.map(({ isWhole }) => isWhole)],
  );
}

export interface OwnProofRow {
  readonly day: string;
  readonly balance: string;
  readonly liabilities: string;
  readonly root: string;
  readonly made_at: Date;
}

export function listOwnProofs(db: Db, companyId: string, count: number): Promise<OwnProofRow[]> {
  return db.rows(
    `select l.day::text as day, l.balance, p.liabilities, encode(p.root, 'hex') as root, p.made_at
     from day_leaves l join day_proofs p on p.day = l.day
     where l.company_id = $1 order by l.day desc limit $2`,
    [companyId, count],
  );
}

export interface StoredProof {
  readonly document: Buffer;
  readonly signature: Buffer;
}

export function findProof(db: Db, day: string): Promise<StoredProof | undefined> {
  return db.row('select document, signature from day_proofs where day = $1', [day]);
}

export interface SignedDay extends StoredProof {
  readonly day: string;
  readonly companies: number;
  readonly liabilities: string;
  readonly below_zero: string;
  readonly root: string;
  readonly heads: string;
}

/** The oldest first. */
export function listSignedDays(db: Db): Promise<SignedDay[]> {
  return db.rows(
    `select day::text as day, companies, liabilities, below_zero, encode(root, 'hex') as root,
       encode(heads, 'hex') as heads, document, signature
     from day_proofs order by day_proofs.day`,
  );
}

/** The first closed day without a proof, if there is one. */
export async function findUnsigned(db: Db): Promise<string | null> {
  const row = await db.row<{ day: string }>(
    `select c.day::text as day from closed_days c
     where not exists (select from day_proofs p where p.day = c.day) order by c.day limit 1`,
  );
  return row?.day ?? null;
}

/** Closed for so long that they should be signed. */
export async function listForgotten(db: Db): Promise<string[]> {
  const rows = await db.rows<{ day: string }>(
    `select c.day::text as day from closed_days c
     where c.closed_at < now() - interval '1 hour'
       and not exists (select from day_proofs p where p.day = c.day) order by c.day`,
  );
  return rows.map(({ day }) => day);
}

/** Until the transaction ends. */
export async function holdProofs(db: Db): Promise<void> {
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.dayProofs]);
}

/** What the leaves of the tree are made of. */
export async function listLiabilities(db: Db, day: string): Promise<Liability[]> {
  const rows = await db.rows<{ companyId: string; nonce: Buffer; balance: string }>(
    `select company_id as "companyId", nonce, balance from day_leaves where day = $1 order by position`,
    [day],
  );
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
}

export interface PublishedRoot {
  readonly day: string;
  readonly root: string;
  readonly key: string;
  readonly madeAt: Date;
  /** Of the document. */
  readonly hash: string;
  /** The hash that it names; empty for the first, null for one of version 1. */
  readonly previous: string | null;
}

/** The newest first. */
export function listRoots(db: Db): Promise<PublishedRoot[]> {
  return db.rows(
    `select day::text as day, encode(root, 'hex') as root, key_id as key, made_at as "madeAt",
       encode(sha256(document), 'hex') as hash,
       substring(convert_from(document, 'UTF8') from '"Previous","([0-9a-f]*)"') as previous
     from day_proofs order by day_proofs.day desc`,
  );
}
