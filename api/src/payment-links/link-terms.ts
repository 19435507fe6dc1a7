import { formatUgx, toHundredths } from '@sente/contract/money';
import type { LinkKind, PaymentLinkBody } from '@sente/contract/payment-links';
import { maxPaymentAmount } from '@sente/contract/payments';
import { toUgx } from '../db/amounts.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import { newLinkCode } from './codes.ts';
import { findAccount, findSoldProduct, type NewLink } from './payment-links.queries.ts';

/** What everything about links needs. */
export interface LinkTools {
  readonly database: Database;
  /** The address of a page of this server. */
  readonly urlOf: (path: string) => string;
  /** Return addresses may also lead to http on this machine. */
  readonly isDemo: boolean;
}

/** What somebody wishes for, by people or by a company's systems. */
export interface LinkWish extends Partial<
  Omit<PaymentLinkBody, 'accountId' | 'productId'> & {
    readonly accountId: string;
    readonly accountNumber: string | undefined;
    readonly productId: string | null | undefined;
    readonly productCode: string | undefined;
    readonly isStanding: boolean;
    readonly createdBy: string;
    readonly keyHash: string;
    readonly inputHash: string;
  }
> {}

/** Checked against what the company has. */
export async function newLink(
  db: Db,
  { isDemo }: Pick<LinkTools, 'isDemo'>,
  companyId: string,
  wish: LinkWish,
): Promise<NewLink> {
  const kind = kindOf(wish);
  refuseReturnUrl(wish.returnUrl ?? null, isDemo);
  if (wish.expiresAt && Date.parse(wish.expiresAt) <= Date.now()) {
    throw invalidField('expiresAt', 'Must be in the future');
  }
  return {
    id: uuidV7(),
    companyId,
    code: newLinkCode(db.mode),
    kind,
    accountId: await accountFor(db, companyId, wish),
    amount: hundredthsOf(wish.amount),
    leastAmount: kind === 'chosen' ? hundredthsOf(wish.leastAmount ?? 1) : null,
    mostAmount: kind === 'chosen' ? hundredthsOf(wish.mostAmount ?? maxPaymentAmount) : null,
    productId: kind === 'product' ? await productFor(db, companyId, wish) : null,
    purpose: kind === 'product' ? null : (wish.purpose ?? null),
    reference: wish.reference ?? null,
    isOnce: wish.isOnce ?? false,
    expiresAt: wish.expiresAt ?? null,
    returnUrl: wish.returnUrl ?? null,
    isStanding: wish.isStanding ?? false,
    createdBy: wish.createdBy ?? null,
    keyHash: wish.keyHash ?? null,
    inputHash: wish.inputHash ?? null,
  };
}

function kindOf({ productId, productCode, amount }: LinkWish): LinkKind {
  if (productId || productCode) return 'product';
  return (amount ?? null) === null ? 'chosen' : 'fixed';
}

async function accountFor(db: Db, companyId: string, wish: LinkWish): Promise<string> {
  const { accountId, accountNumber } = wish;
  const account = await findAccount(db, companyId, {
    ...(accountId && { accountId }),
    ...(accountNumber && { accountNumber }),
  });
  if (!account) {
    if (!accountId && !accountNumber) {
      throw new AppError('refused', { message: 'The company has no active account' });
    }
    if (accountId) throw notFound('Account not found');
    throw invalidField('accountNumber', 'Account not found');
  }
  if (!account.is_active) throw new AppError('account_inactive');
  return account.id;
}

async function productFor(db: Db, companyId: string, wish: LinkWish): Promise<string> {
  const { productId, productCode } = wish;
  const field = productId ? 'productId' : 'productCode';
  const product = await findSoldProduct(db, companyId, {
    ...(productId && { productId }),
    ...(productCode && { productCode }),
  });
  if (!product) throw invalidField(field, 'Product not found');
  if (BigInt(product.amount) % 100n !== 0n) {
    const price = formatUgx(toUgx(product.amount));
    throw invalidField(field, `Its price is ${price}, and mobile money takes whole shillings only`);
  }
  return product.id;
}

/** A page of somebody else must not follow a payment in clear. */
function refuseReturnUrl(text: string | null, isDemo: boolean): void {
  if (text === null) return;
  const url = URL.parse(text);
  const isHere = isDemo && url?.protocol === 'http:' && url.hostname === 'localhost';
  if (url?.protocol === 'https:' || isHere) return;
  throw invalidField('returnUrl', 'Must be an address that begins with https://');
}

function hundredthsOf(amountUgx: number | null | undefined): bigint | null {
  return (amountUgx ?? null) === null ? null : toHundredths(amountUgx ?? 0);
}
