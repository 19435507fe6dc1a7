import { randomBytes } from 'node:crypto';
import type { LiabilityProof } from '@sente/contract/accounting';
import { readLiabilityHead } from '@sente/contract/liability-proof';
import { decimal } from '../accounts/statement.service.ts';
import { toUgx } from '../db/amounts.ts';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { notFound } from '../http/app-error.ts';
import type { FileResult } from '../http/file-reply.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Sealer } from '../security/secrets.ts';
import { findSigner, readSigner, type Signer } from '../signing-keys/signing-keys.service.ts';
import { readBalances, readHeads, type BalanceRow } from './accounting.queries.ts';
import { endOfChain } from './day-chain.ts';
import {
  findProof,
  findUnsigned,
  holdProofs,
  insertProof,
  insertProofFiles,
  listLiabilities,
  listOwnProofs,
  listRoots,
  listSignedDays,
  type NewProof,
  type PublishedRoot,
} from './day-proofs.queries.ts';
import type { Logger } from 'pino';
import { readHeld, type Held } from '../reconciliation/float.ts';
import { dayDocument, proofFile } from './liability-document.ts';
import { leavesOf, sharesOfNow, treePaths, treeRoot } from './liability-tree.ts';

/** What a closed day proves: that each company's balance is in what the provider owes (docs/proofs.md). */
export interface DayProofsService {
  /** Refuses if nothing can be signed. */
  prepare(): Promise<void>;
  /** Each closed day that has no proof, in order: every one names the one before. */
  signMissing(): Promise<void>;
  list(companyId: string): Promise<LiabilityProof[]>;
  file(companyId: string, day: string): Promise<FileResult>;
}

export interface ProofTools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly logger: Logger;
}

const mostListed = 92;

/** Read in the platform's scope: the way from one leaf to the root leads past those of others. */
export function createDayProofsService(tools: ProofTools): DayProofsService {
  const { database, sealer, logger } = tools;
  return {
    async prepare() {
      await findSigner(database, sealer);
    },

    async signMissing() {
      for (;;) {
        const proof = await database.within(
          platformScope,
          (db) => signNext(db, tools),
          'day proof',
        );
        if (!proof) return;
        const { day, root, liabilities } = proof;
        // Whoever keeps the log elsewhere can tell whether a signed day was made anew.
        logger.info(
          { day, root: root.toString('hex'), liabilities: decimal(liabilities) },
          'a day is signed',
        );
      }
    },

    list: (companyId) =>
      database.within(platformScope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        const rows = await listOwnProofs(db, companyId, mostListed);
        return rows.map(({ day, balance, liabilities, root, made_at }) => ({
          day,
          balance: toUgx(balance),
          liabilities: toUgx(liabilities),
          root,
          madeAt: made_at.toISOString(),
        }));
      }),

    async file(companyId, day) {
      const { stored, liabilities } = await database.within(platformScope, async (db) => ({
        stored: await findProof(db, day),
        liabilities: await listLiabilities(db, day),
      }));
      const shares = stored && readLiabilityHead(new Uint8Array(stored.document)).Shares;
      const paths = treePaths(leavesOf(liabilities, Number(shares ?? 1)), companyId);
      if (!stored || paths.length === 0) throw notFound('Proof not found');
      const content = proofFile(stored.document, stored.signature, {
        isSplit: shares !== undefined,
        paths,
      });
      return { fileName: `proof-of-liabilities-${day}.csv`, pieces: once(content) };
    },
  };
}

/** The first closed day without a proof; null if there is none. Servers take turns. */
async function signNext(db: Db, { sealer, mailer }: ProofTools): Promise<NewProof | null> {
  if ((await findUnsigned(db)) === null) return null;
  await holdProofs(db);
  const day = await findUnsigned(db);
  if (day === null) return null;
  const signer = await readSigner(db, sealer);
  const issuer = `Sente, ${new URL(mailer.portalUrl('/')).host}`;
  const [balances, heads] = [await readBalances(db, day), await readHeads(db, day)];
  const places = await readHeld(db, day);
  const held = heldText(places);
  const previous = endOfChain(await listSignedDays(db));
  const proof = proofOf({ day, issuer, heads, held, previous, signer }, balances);
  await insertProof(db, proof);
  const told = places.filter(({ by }) => by !== 'unknown');
  await insertProofFiles(
    db,
    day,
    told.map(({ place, by }) => ({ place, isWhole: by === 'statement' })),
  );
  return proof;
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** For everybody: companies that were shown different roots find out. Sums are not published. */
export function readRoots(database: Database): Promise<PublishedRoot[]> {
  return database.within(platformScope, (db) => listRoots(db));
}

interface Frame {
  readonly day: string;
  readonly issuer: string;
  readonly heads: Buffer;
  /** What networks and bank had. */
  readonly held: string;
  /** The hash of the document that was signed before; empty for the first. */
  readonly previous: string;
  readonly signer: Signer;
}

/**
 * What a company is below zero is no liability, and does not make those to others smaller: its leaves are 0, and
 * the sum of these amounts is signed beside the root.
 */
function proofOf(
  { day, issuer, heads, held, previous, signer }: Frame,
  rows: readonly BalanceRow[],
): NewProof {
  const customers = rows.filter(({ kind }) => kind === 'customer');
  const liabilities = customers.map(({ company_id: companyId, balance }) => ({
    companyId,
    nonce: randomBytes(32),
    balance: BigInt(balance) > 0n ? BigInt(balance) : 0n,
  }));
  const root = treeRoot(leavesOf(liabilities, sharesOfNow));
  const totals = totalsOf(rows);
  const own = customers.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  const belowZero = root.sum - own;
  const document = dayDocument({
    'Sente Liabilities': '3',
    Issuer: issuer,
    Day: day,
    Currency: 'UGX',
    Companies: String(liabilities.length),
    Shares: String(sharesOfNow),
    Liabilities: decimal(root.sum),
    'Below Zero': decimal(belowZero),
    'System Accounts': systemAccountsText(totals),
    Held: held,
    Root: root.hash.toString('hex'),
    Heads: heads.toString('hex'),
    Previous: previous,
    'Made At': `${signer.at.toISOString().slice(0, 19)}Z`,
    Key: signer.keyId,
  });
  return {
    day,
    liabilities: root.sum,
    belowZero,
    root: root.hash,
    heads,
    document,
    signature: signer.sign(document),
    keyId: signer.keyId,
    madeAt: signer.at,
    companies: liabilities,
    totals,
  };
}

export function systemAccountsText(totals: ReturnType<typeof totalsOf>): string {
  return totals
    .filter(({ kind }) => kind !== 'customer')
    .map(({ kind, network, balance }) => `${kind}:${network}:${balance}`)
    .join(' ');
}

function heldText(held: readonly Held[]): string {
  return held.map(({ place, amount, by }) => `${place}:${amount ?? ''}:${by}`).join(' ');
}

/** Of all companies, in the order of their names. */
export function totalsOf(rows: readonly Omit<BalanceRow, 'company_id'>[]) {
  const sums = new Map<string, bigint>();
  for (const { kind, network, balance } of rows) {
    const name = `${kind}:${network}`;
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(balance));
  }
  return [...sums].sort().map(([name, balance]) => {
    const [kind = '', network = ''] = name.split(':');
    return { kind, network, balance };
  });
}
