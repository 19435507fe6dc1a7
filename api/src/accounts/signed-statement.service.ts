import { maxPdfMovements, maxSignedMovements } from '@sente/contract/accounts';
import type { StatementHead } from '@sente/contract/statement-file';
import type { Database, Db } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { dayRangeOf } from '../http/day-range.ts';
import type { FileResult } from '../http/file-reply.ts';
import type { Mailer } from '../mail/mailer.ts';
import { audit } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { findSigner, type Signer } from '../signing-keys/signing-keys.service.ts';
import { signedPart, withSignature } from './statement-document.ts';
import { writeStatementPdf } from './statement-pdf.ts';
import {
  balanceAfter,
  findProvedAccount,
  hashAfter,
  listLinks,
  type StatementLink,
} from './statement.queries.ts';
import { decimal, fixStatement, type Statement, type StatementQuery } from './statement.service.ts';

/** Statements that prove themselves (docs/proofs.md). */
export interface SignedStatementsService {
  signed(actor: Actor, accountId: string, query: StatementQuery): Promise<FileResult>;
  /** The same for people, with the signed file attached. */
  pdf(actor: Actor, accountId: string, query: StatementQuery): Promise<FileResult>;
}

interface Tools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
}

export function createSignedStatementsService(tools: Tools): SignedStatementsService {
  return {
    async signed(actor, accountId, query) {
      const { name, file } = await sign(tools, actor, accountId, query, {
        action: 'accounts.signedStatement',
        most: maxSignedMovements,
        advice: 'Choose fewer days.',
      });
      return { fileName: `${name}.csv`, pieces: once(async () => file) };
    },

    async pdf(actor, accountId, query) {
      const signed = await sign(tools, actor, accountId, query, {
        action: 'accounts.statementPdf',
        most: maxPdfMovements,
        advice: 'Choose fewer days, or the signed CSV.',
      });
      const verifyUrl = tools.mailer.portalUrl('/verify');
      return {
        fileName: `${signed.name}.pdf`,
        pieces: once(() => writeStatementPdf({ ...signed, verifyUrl })),
      };
    },
  };
}

async function* once(make: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await make();
}

interface Limits {
  readonly action: string;
  readonly most: number;
  readonly advice: string;
}

interface SignedStatement {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly head: StatementHead;
  readonly links: readonly StatementLink[];
  readonly signature: string;
  readonly file: Buffer;
}

async function sign(
  { database, sealer, mailer }: Tools,
  actor: Actor,
  accountId: string,
  query: StatementQuery,
  { action, most, advice }: Limits,
): Promise<SignedStatement> {
  const days = dayRangeOf(query);
  // Before the entries are counted, so that the statement has all that happened until then.
  const signer = await findSigner(database, sealer);
  const { statement, head } = await database.within(actor.scope, async (db) => {
    const fixed = await fixStatement(db, accountId, days);
    const count = fixed.lastNumber - fixed.afterNumber;
    if (count > most) {
      const [has, limit] = [count, most].map((each) => each.toLocaleString('en-US'));
      throw refused(
        `These days have ${has} movements; such a statement has ${limit} at most. ${advice}`,
      );
    }
    if (actor.isStaff) await auditRead(db, actor, action, fixed);
    const issuer = new URL(mailer.portalUrl('/')).host;
    return { statement: fixed, head: await headOf(db, fixed, `Sente, ${issuer}`, signer) };
  });
  const links = await readLinks(database, actor.scope, statement);
  const signed = Buffer.from(signedPart(head, links));
  const signature = signer.sign(signed);
  return {
    name: `signed-statement-${statement.account.number}-${days.firstDay}-${days.lastDay}`,
    head,
    links,
    signature: signature.toString('base64'),
    file: withSignature(signed, signature),
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
  { account, days, openingBalance, afterNumber, lastNumber }: Statement,
  issuer: string,
  signer: Signer,
): Promise<StatementHead> {
  const proved = await findProvedAccount(db, account);
  if (!proved) throw notFound('Account not found');
  return {
    'Sente Statement': '1',
    Issuer: issuer,
    'Company ID': account.companyId,
    Company: proved.companyName,
    'Account ID': account.id,
    'Account Number': account.number,
    'Account Name': proved.name,
    From: days.firstDay,
    To: days.lastDay,
    Currency: 'UGX',
    'Opening Balance': decimal(openingBalance),
    'Closing Balance': decimal(await balanceAfter(db, account, lastNumber)),
    'First Entry': String(afterNumber + 1),
    'Last Entry': String(lastNumber),
    Movements: String(lastNumber - afterNumber),
    'Hash Before': await hashAfter(db, account, afterNumber),
    'Hash After': await hashAfter(db, account, lastNumber),
    'Proved From Entry': String(BigInt(proved.chainFrom) + 1n),
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
