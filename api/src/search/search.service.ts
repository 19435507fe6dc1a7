import { maxFound, type Found } from '@sente/contract/search';
import { searchApprovals } from '../approvals/approvals-read.ts';
import { toUgx } from '../db/amounts.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import type { Sealer } from '../security/secrets.ts';
import { maskVoucher, voucherHashes } from '../security/vouchers.ts';
import { findMovements, type FoundMovement } from './payment-search.queries.ts';
import {
  companiesWithVouchers,
  findAccounts,
  findCases,
  findCompanies,
  findProducts,
  findRecipients,
  findRoles,
  findUsers,
  findVouchers,
} from './search.queries.ts';
import { searchTermsOf } from './search-terms.ts';

export interface SearchService {
  /** Of the back-office. */
  all(actor: Actor, text: string): Promise<Found>;
  ownCompany(actor: Actor, text: string): Promise<Found>;
}

const nothing: Found = {
  payments: [],
  transactions: [],
  approvals: [],
  cases: [],
  companies: [],
  accounts: [],
  users: [],
  recipients: [],
  roles: [],
  products: [],
  codes: [],
};

export function createSearchService(database: Database, sealer: Sealer): SearchService {
  return {
    all: (actor, text) =>
      database.reading(actor.scope, async (db) => ({
        ...nothing,
        ...(await searchMovements(db, text)),
        approvals: await searchApprovals(db, actor, text, maxFound),
        cases: await searchCases(db, text),
        companies: await findCompanies(db, text, maxFound),
        accounts: await findAccounts(db, text, maxFound),
        users: await findUsers(db, text, maxFound),
        roles: await findRoles(db, text, maxFound),
        products: await searchProducts(db, text),
        codes: actor.permissions.has('staffMoney') ? await searchCodes(db, sealer, text) : [],
      })),

    // Each kind for those who may open its list.
    ownCompany: ({ scope, permissions, companyId }, text) => {
      const payers = permissions.has('canManageAccounts') ? companyId : null;
      return database.reading(scope, async (db) => ({
        ...nothing,
        ...(permissions.has('canViewTransactions') ? await searchMovements(db, text, payers) : {}),
        recipients: payers === null ? [] : await findRecipients(db, payers, text, maxFound),
        accounts: permissions.has('canViewAccounts') ? await findAccounts(db, text, maxFound) : [],
        users: permissions.has('canViewUsers') ? await findUsers(db, text, maxFound) : [],
        products: permissions.has('canViewProducts') ? await searchProducts(db, text) : [],
        codes: permissions.has('canRevealCodes') ? await searchCodes(db, sealer, text) : [],
      }));
    },
  };
}

async function searchMovements(
  db: Db,
  text: string,
  recipientsOf: string | null = null,
): Promise<Pick<Found, 'payments' | 'transactions'>> {
  const rows = await findMovements(db, searchTermsOf(text), 2 * maxFound, recipientsOf);
  return {
    payments: rows.flatMap((row) => toPayment(row) ?? []).slice(0, maxFound),
    transactions: rows.flatMap((row) => toTransaction(row) ?? []).slice(0, maxFound),
  };
}

function toPayment(row: FoundMovement): Found['payments'][number] | null {
  const { payment_id: id, phone_number, direction, status, network } = row;
  if (id === null || direction === null) return null;
  return {
    id,
    transactionId: row.transaction_id,
    companyName: row.company_name,
    phoneNumber: phone_number ?? '',
    amount: toUgx(row.amount),
    direction,
    status: status ?? '',
    network: network ?? '',
    reference: row.reference,
    networkReference: row.network_reference,
    description: row.description,
    date: row.created_at.toISOString(),
    check: row.check,
    match: row.match,
  };
}

function toTransaction(row: FoundMovement): Found['transactions'][number] | null {
  if (row.payment_id !== null || row.transaction_id === null) return null;
  return {
    id: row.transaction_id,
    companyName: row.company_name,
    reference: row.reference,
    description: row.description ?? '',
    type: row.type,
    amount: toUgx(row.amount),
    status: row.state,
    date: row.created_at.toISOString(),
    check: row.check,
    match: row.match,
  };
}

async function searchProducts(db: Db, text: string): Promise<Found['products']> {
  const rows = await findProducts(db, text, maxFound);
  return rows.map(({ amount, ...row }) => ({ ...row, price: toUgx(amount) }));
}

async function searchCases(db: Db, text: string): Promise<Found['cases']> {
  const rows = await findCases(db, text, maxFound);
  return rows.map(({ number, effect, ...row }) => ({
    ...row,
    number: Number(number),
    effect: toUgx(effect),
  }));
}

/** Whoever may not reveal codes could guess them by searching. */
async function searchCodes(db: Db, sealer: Sealer, text: string): Promise<Found['codes']> {
  const companies = await companiesWithVouchers(db);
  const hashed = companies.flatMap((companyId) =>
    voucherHashes(sealer, companyId, text).map((hash) => ({ companyId, hash })),
  );
  const rows = await findVouchers(
    db,
    text,
    hashed.map(({ companyId }) => companyId),
    hashed.map(({ hash }) => hash),
    maxFound,
  );
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    maskedCode: maskVoucher(row),
    productName: row.product_name,
    state: row.state,
    paymentId: row.payment_id,
    match: 'voucherCode',
  }));
}
