import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf, requiredText } from './fields.ts';
import { money } from './money.ts';
import { pageMeta, pageQuery } from './paging.ts';
import { networkNames, networkWords } from './payments.ts';

/** Whose statements are matched: those of the networks, and of the provider's bank. */
export const statementPlaces = [...networkNames, 'BANK'] as const;
export type StatementPlace = (typeof statementPlaces)[number];
/** In headings, and in sentences. */
export const placeNames: Readonly<Record<StatementPlace, string>> = {
  ...networkWords,
  BANK: 'Bank',
};
export const placeWords: Readonly<Record<StatementPlace, string>> = {
  ...networkWords,
  BANK: 'the bank',
};

export const statementStates = ['importing', 'done', 'failed', 'withdrawn'] as const;
/** Who or what brought a file in. */
export const statementSources = ['upload', 'folder', 'call', 'simulator'] as const;

/** Whose lines a file has: a network may have a wallet for collections and one for payouts. */
export const statementWallets = ['both', 'collection', 'payout'] as const;
export type StatementWallet = (typeof statementWallets)[number];

export const maxStatementMegabytes = 200;
/** All bad lines of a file are counted, and so many are kept. */
export const maxKeptBadLines = 1_000;

/** A statement of a network or the bank that was read: a file, or the answer to a call. */
export const statementFile = z.object({
  id,
  network: z.enum(statementPlaces),
  wallet: z.enum(statementWallets),
  source: z.enum(statementSources),
  name: z.string(),
  /** Null if the header was not recognised. */
  layout: z.nullable(z.string()),
  /** The name of a person; null for what the server read by itself. */
  importedBy: z.nullable(z.string()),
  begunAt: dateTime,
  finishedAt: z.nullable(dateTime),
  state: z.enum(statementStates),
  /** Why it failed. */
  problem: z.nullable(z.string()),
  newLines: z.number(),
  /** Lines that an earlier statement had told already. */
  knownLines: z.number(),
  badLines: z.number(),
  /** Of its lines; null without any. */
  firstAt: z.nullable(dateTime),
  lastAt: z.nullable(dateTime),
  /** Null if the statement does not tell them. */
  openingBalance: z.nullable(money),
  closingBalance: z.nullable(money),
  /** False if its lines do not lead from one balance to the other: some are missing. */
  isBalanced: z.boolean(),
  /** Two people withdraw it; null if nobody asked for that. */
  withdrawal: z.nullable(
    z.object({
      approvalId: id,
      askedBy: z.string(),
      reason: z.string(),
      /** Null while a second person has not approved it. */
      approvedBy: z.nullable(z.string()),
      at: z.nullable(dateTime),
    }),
  ),
});
export type StatementFile = z.infer<typeof statementFile>;

export const statementBadLine = z.object({
  lineNumber: z.number(),
  /** As it is in the file, shortened. */
  content: z.string(),
  problem: z.string(),
});
export type StatementBadLine = z.infer<typeof statementBadLine>;

/** A line that the statement told first. */
export const statementLine = z.object({
  lineNumber: z.number(),
  at: dateTime,
  direction: z.enum(['in', 'out']),
  amount: money,
  fee: z.nullable(money),
  balanceAfter: z.nullable(money),
  phoneNumber: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  status: z.enum(['completed', 'failed', 'pending']),
  text: z.string(),
  /** What matching made of it; null if it was not taken, or is withdrawn. */
  found: z.nullable(z.enum(['open', 'matched', 'differs', 'netted', 'case', 'settled', 'said'])),
  /** The case that it belongs to; null without one. */
  caseId: z.nullable(id),
});
export type StatementLine = z.infer<typeof statementLine>;

const notFound = 'Statement not found';

/** MTN has a wallet for collections and one for payouts. */
export function hasWallets(network: StatementPlace): boolean {
  return network === 'MTN';
}

export const networkStatements = {
  list: endpoint({
    method: 'GET',
    path: '/NetworkStatements',
    summary: 'List the imported statements of the networks and the bank, the newest first',
    access: staff('staffRead'),
    query: z.strictObject({ ...pageQuery, network: z.optional(oneOf(statementPlaces)) }),
    reply: z.array(statementFile),
    meta: z.object(pageMeta),
  }),
  get: endpoint({
    method: 'GET',
    path: '/NetworkStatements/{id}',
    summary: 'Get one imported statement with its counts',
    access: staff('staffRead'),
    params: idParams,
    reply: statementFile,
    notFound,
  }),
  lines: endpoint({
    method: 'GET',
    path: '/NetworkStatements/{id}/lines',
    summary:
      'List the lines that a statement told first, in the order of the file, with what matching made of them',
    access: staff('staffRead'),
    params: idParams,
    query: z.strictObject(pageQuery),
    reply: z.array(statementLine),
    meta: z.object(pageMeta),
    notFound,
  }),
  badLines: endpoint({
    method: 'GET',
    path: '/NetworkStatements/{id}/bad-lines',
    summary: 'List the lines of a statement that could not be read, in the order of the file',
    access: staff('staffRead'),
    params: idParams,
    query: z.strictObject(pageQuery),
    reply: z.array(statementBadLine),
    meta: z.object(pageMeta),
    notFound,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/NetworkStatements',
    summary:
      'Import a statement of a network or the bank; what is known already is not added again',
    access: staff('staffMoney'),
    query: z
      .strictObject({
        network: oneOf(statementPlaces),
        name: requiredText('The name of the file is required', 200),
        /** Required where a network has several: all of another one would be called missing. */
        wallet: z.optional(oneOf(statementWallets)),
      })
      .check(
        z.refine(({ network, wallet }) => wallet !== undefined || !hasWallets(network), {
          error: 'Please choose the wallet of the file',
          path: ['wallet'],
        }),
      ),
    bodyType: 'text/csv',
    bodyLimitBytes: maxStatementMegabytes * 1024 * 1024,
    reply: statementFile,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/NetworkStatements/{id}/withdraw',
    summary:
      'Ask to withdraw a statement that should not have been imported; a second person approves it',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ reason: requiredText('Reason is required', 200) }),
    reply: statementFile,
    notFound,
  }),
};
