import { kindWord } from '@sente/contract/movement-words';
import type { Receipt } from '@sente/contract/receipts';
import type { Mode } from '@sente/contract/test-mode';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { toUgx } from '../db/amounts.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import type { FileResult } from '../http/file-reply.ts';
import { findPicture } from '../pictures/kept-pictures.ts';
import { pictureNamed } from '../pictures/picture.ts';
import { readDetails } from '../transactions/transaction-details.ts';
import { receiptNumber } from './receipt-number.ts';
import { writeReceipt } from './receipt-pdf.ts';
import { findIssuer, findProductName, findRefunded } from './receipts.queries.ts';

export interface ReceiptsService {
  /** By the id of a transaction or of a payment. */
  get(actor: Actor, id: string): Promise<Receipt>;
  /** As PDF; refused if there is no receipt. */
  file(actor: Actor, id: string): Promise<FileResult>;
}

export function createReceiptsService(database: Database): ReceiptsService {
  return {
    get: (actor, id) => database.within(actor.scope, (db) => readReceipt(db, actor, id)),

    async file(actor, id) {
      const receipt = await database.within(actor.scope, (db) => readReceipt(db, actor, id));
      if (receipt.number === null) throw refused(receipt.whyNone ?? 'There is no receipt');
      // Drawn outside of the transaction, so that it holds no connection.
      const logo = await readLogo(database, receipt.company.logo);
      return { fileName: `receipt-${receipt.number}.pdf`, pieces: once(receipt, logo) };
    },
  };
}

async function* once(receipt: Receipt, logo: Buffer | null): AsyncGenerator<Buffer> {
  yield await writeReceipt(receipt, logo);
}

async function readLogo(database: Database, address: string | null): Promise<Buffer | null> {
  const named = address === null ? undefined : pictureNamed(address.replace('/logos/', ''));
  const picture = named && (await findPicture(database.unscoped, named.hash));
  return picture?.bytes ?? null;
}

function markOf(mode: Mode, { reversedBy, reversalOf }: TransactionDetails): Receipt['mark'] {
  if (mode === 'test') return 'test';
  if (reversedBy) return 'reversed';
  return reversalOf ? 'reversal' : null;
}

async function readReceipt(db: Db, actor: Actor, id: string): Promise<Receipt> {
  const details = await readDetails(db, actor, id);
  const { companyId, payment } = details;
  const company = await findIssuer(db, companyId);
  if (!company) throw notFound('Transaction not found');
  const product = payment?.productCode ? await findProductName(db, companyId, payment.id) : null;
  const isCompleted = details.status === 'completed';
  return {
    id: details.id,
    number: isCompleted ? receiptNumber(details.id) : null,
    whyNone: isCompleted ? null : `Only a completed payment has a receipt. ${details.summary}`,
    mark: markOf(db.mode, details),
    company,
    title: titleOf(details),
    purpose: purposeOf(details, product),
    amount: details.amount,
    refunded: payment ? toUgx(await findRefunded(db, companyId, payment.id)) : 0,
    fee: details.fee,
    tax: details.tax,
    net: details.net,
    accountName: details.accountName,
    party: payment && partyOf(payment),
    voucher: payment?.voucher ?? null,
    reference: details.reference,
    date: details.finishedAt ?? details.date,
    status: details.status,
  };
}

function titleOf({ kind, payment }: TransactionDetails): string {
  if (!payment) return kindWord(kind);
  return payment.direction === 'collection' ? 'Payment received' : 'Payment sent';
}

function purposeOf({ payment, description }: TransactionDetails, product: string | null) {
  const code = payment?.productCode;
  if (product && code) return `${product} (${code})`;
  return description || null;
}

function partyOf(payment: NonNullable<TransactionDetails['payment']>): Receipt['party'] {
  const { direction, phoneNumber, network, networkReference, shortId } = payment;
  const role = direction === 'collection' ? 'payer' : 'receiver';
  return { role, phoneNumber, network, networkReference, shortId };
}
