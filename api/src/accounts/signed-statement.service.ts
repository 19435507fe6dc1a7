import { maxPdfMovements, maxSignedMovements, type accounts } from '@sente/contract/accounts';
import type { QueryOf } from '@sente/contract/endpoint';
import { kampalaDay } from '@sente/contract/kampala';
import type { StatementHead } from '@sente/contract/statement-file';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound } from '../http/app-error.ts';
import { dayRangeOf } from '../http/day-range.ts';
import type { FileResult } from '../http/file-reply.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { findSigner, type Signer } from '../signing-keys/signing-keys.service.ts';
import { attachedSize, attachStatement, signedPart, withSignature } from './statement-document.ts';
import { writeStatementPdf } from './statement-pdf.ts';
import {
  balanceAfter,
  findProvedAccount,
  hashAfter,
  listLinks,
  type StatementLink,
} from './statement.queries.ts';
import { decimal, fixStatement, type Statement } from './statement.service.ts';

type SignedQuery = QueryOf<typeof accounts.signedStatement>;

/** Statements that prove themselves (docs/proofs.md). */
export interface SignedStatementsService {
  signed(actor: Actor, accountId: string, query: SignedQuery): Promise<FileResult>;
  /** The same for people, with the signed file attached. */
  pdf(actor: Actor, accountId: string, query: SignedQuery): Promise<FileResult>;
}

interface Tools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
}

export function createSignedStatementsService(tools: Tools): SignedStatementsService {
  return {
    async signed(actor, accountId, query) {
      const { name, head, links, signer } = await prepare(tools, actor, accountId, query, {
        action: 'accounts.signedStatement',
        most: maxSignedMovements,
      });
      const signed = Buffer.from(signedPart(head, links));
      const file = withSignature(signed, signer.sign(signed));
      return { fileName: `${name}.csv`, pieces: once(async () => file) };
    },

    async pdf(actor, accountId, query) {
      const prepared = await prepare(tools, actor, accountId, query, {
        action: 'accounts.statementPdf',
        most: maxPdfMovements,
      });
      const { name, head, links, signer } = prepared;
      const verifyUrl = tools.mailer.portalUrl('/verify');
      const write = async (): Promise<Buffer> => {
        const size = attachedSize(head, links);
        const pdf = await writeStatementPdf({ name, head, links, size, verifyUrl });
        return attachStatement(pdf, prepared, (bytes) => signer.sign(bytes));
      };
      return { fileName: `${name}.pdf`, pieces: once(write) };
    },
  };
}

async function* once(make: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await make();
}

interface Limits {
  readonly action: string;
  /** Movements in one file. */
  readonly most: number;
}

interface PreparedStatement {
  /** Of the file, without its ending. */
  readonly name: string;
  /** As of a file without pages. */
  readonly head: StatementHead;
  readonly links: readonly StatementLink[];
  readonly signer: Signer;
}

async function prepare(
  { database, sealer, mailer }: Tools,
  actor: Actor,
  accountId: string,
  query: SignedQuery,
  { action, most }: Limits,
): Promise<PreparedStatement> {
  const days = dayRangeOf(query);
  if (days.lastDay > kampalaDay(databaseNow())) {
    throw invalidField('endDate', 'A signed statement ends today at the latest');
  }
  // Before the entries are counted, so that the statement has all that happened until then.
  const signer = await findSigner(database, sealer);
  const { statement, head } = await database.within(actor.scope, async (db) => {
    const fixed = await partOf(db, await fixStatement(db, accountId, days), most, query.part);
    if (actor.isStaff) await auditRead(db, actor, action, fixed);
    const issuer = new URL(mailer.portalUrl('/')).host;
    return { statement: fixed, head: await headOf(db, fixed, `Sente, ${issuer}`, signer) };
  });
  const part = query.part === undefined ? '' : `-part-${query.part}`;
  return {
    name: `signed-statement-${statement.account.number}-${days.firstDay}-${days.lastDay}${part}`,
    head,
    links: await readLinks(database, actor.scope, statement),
    signer,
  };
}

interface StatementPart extends Statement {
  readonly part: number;
  readonly parts: number;
}

/** Parts have as many movements as fit, from the first on: they stay the same when more are booked. */
async function partOf(
  db: Db,
  statement: Statement,
  most: number,
  asked: number | undefined,
): Promise<StatementPart> {
  const { account, afterNumber, lastNumber } = statement;
  const count = lastNumber - afterNumber;
  const parts = Math.max(1, Math.ceil(count / most));
  const part = asked ?? 1;
  if (part > parts || (asked === undefined && parts > 1)) {
    const [has, limit] = [count, most].map((each) => each.toLocaleString('en-US'));
    const choice = parts === 1 ? 'There is only part 1.' : `Choose part 1 to ${parts}.`;
    throw invalidField(
      'part',
      `These days have ${has} movements; such a file has ${limit} at most. ${choice}`,
    );
  }
  const after = afterNumber + (part - 1) * most;
  return {
    ...statement,
    part,
    parts,
    openingBalance: await balanceAfter(db, account, after),
    afterNumber: after,
    lastNumber: Math.min(lastNumber, after + most),
  };
}

/** Reads of other companies' accounts are audited; a company's own reads are not. */
async function auditRead(db: Db, actor: Actor, action: string, statement: Statement) {
  const { account, days } = statement;
  await audit(db, actor, {
    action,
    subject: { type: 'accounts', id: account.id },
    companyId: account.companyId,
    details: { firstDay: days.firstDay, lastDay: days.lastDay },
  });
}

async function headOf(
  db: Db,
  { account, days, part, parts, openingBalance, afterNumber, lastNumber }: StatementPart,
  issuer: string,
  signer: Signer,
): Promise<StatementHead> {
  const proved = await findProvedAccount(db, account);
  if (!proved) throw notFound('Account not found');
  return {
    'Sente Statement': '3',
    Issuer: issuer,
    'Company ID': account.companyId,
    Company: proved.companyName,
    'Account ID': account.id,
    'Account Number': account.number,
    'Account Name': proved.name,
    From: days.firstDay,
    To: days.lastDay,
    Part: String(part),
    Parts: String(parts),
    Currency: 'UGX',
    'Opening Balance': decimal(openingBalance),
    'Closing Balance': decimal(await balanceAfter(db, account, lastNumber)),
    'First Entry': String(afterNumber + 1),
    'Last Entry': String(lastNumber),
    Movements: String(lastNumber - afterNumber),
    'Hash Before': await hashAfter(db, account, afterNumber),
    'Hash After': await hashAfter(db, account, lastNumber),
    'Proved From Entry': String(BigInt(proved.chainFrom) + 1n),
    Pages: '',
    'Made At': `${signer.at.toISOString().slice(0, 19)}Z`,
    Key: signer.keyId,
  };
}

/** One transaction per page; what is posted meanwhile has later numbers. */
async function readLinks(
  database: Database,
  scope: Scope,
  { account, afterNumber, lastNumber }: Statement,
): Promise<StatementLink[]> {
  const links: StatementLink[] = [];
  while (links.length < lastNumber - afterNumber) {
    const after = afterNumber + links.length;
    const page = await database.within(scope, (db) => listLinks(db, account, after, lastNumber));
    if (page.length === 0) throw new Error('The entries of an account are numbered without gaps');
    links.push(...page);
  }
  return links;
}
