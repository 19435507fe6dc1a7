import type { PayoutApproval } from '@sente/contract/approval-kinds';
import { formatUgx } from '@sente/contract/money';
import { networkWords, type NetworkName } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';
import { toUgx } from '../../db/amounts.ts';
import { coalesce } from '../../db/coalesce.ts';
import type { Database, Db } from '../../db/database.ts';
import { isAboutContent, maySucceedLater, retrying } from '../../db/retrying.ts';
import { engineScope, platformScope } from '../../db/scope.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { AppError, invalidField } from '../../http/app-error.ts';
import type { Posting } from '../../ledger/posting.ts';
import { postAll } from '../../ledger/posting.queries.ts';
import type { Numbering } from '../networks/phone-numbers.ts';
import { refuseIfDoubted } from '../doubted.ts';
import { lockRefunded, writeRefund } from '../refunds.ts';
import { acceptAll, type AcceptedRow } from './acceptance.queries.ts';
import { exceededText, type ExceededLimit } from './limit-text.ts';
import { inputHash, keyHash, type PaymentOrder, type ReadyOrder } from './order.ts';

/** For the lines of a bulk payout, in the transaction that marks them as made. */
export { acceptAll };

export interface Accepted {
  readonly paymentId: string;
  /** True for the response to an earlier request with the same key. */
  readonly isReplay: boolean;
  /** Its transaction in the ledger, which holds the money of a payout. */
  readonly transactionId: string;
  /** Whose approval a payout needs before it goes; null for a collection. */
  readonly approval: PayoutApproval | null;
  /** Set if the number looks like one of another network. */
  readonly likelyNetwork: NetworkName | null;
}

/** What it needs to know of the payment. */
type AlsoDo = (
  db: Db,
  accepted: Pick<Accepted, 'paymentId' | 'approval'> & {
    readonly phoneNumber: string;
    /** An earlier payment of the number is being checked, and whoever orders this one was told so. */
    readonly isRepeatConfirmed: boolean;
  },
) => Promise<void>;

/**
 * Accepts orders. Each result is durable; a refused order throws an AppError and stores nothing.
 */
export interface Acceptance {
  accept(order: PaymentOrder): Promise<Accepted>;
  /** The same with additional work in the same database transaction, unless it is a replay. */
  acceptWith(order: PaymentOrder, also: AlsoDo): Promise<Accepted>;
  /**
   * Whose approval it would need if it were accepted now. Accepts it and takes that back, so that it is
   * refused exactly as `accept` would refuse it.
   */
  rehearse(order: PaymentOrder): Promise<PayoutApproval | null>;
}

const maxPerCall = 256;
/** A violation means that another server stored the key concurrently; the next attempt finds it. */
const keyTaken = 'payments_key';

export function createAcceptance(
  database: Database,
  numbering: Numbering,
  /** Whether this server can send such a payment to a network. */
  isServed: (network: NetworkName, direction: PaymentOrder['direction']) => boolean,
  /** Called when a payment is due at once. */
  onAccepted: (order: ReadyOrder) => void,
): Acceptance {
  /** Collections hold no money, so those that arrive together are stored together. */
  const writeTogether = coalesce<ReadyOrder, AcceptedRow>({
    send: (orders) => retrying(() => acceptAll(database.unscoped, orders), keyTaken),
    keyOf: (order) => `${order.companyId} ${order.idempotencyKey}`,
    // Each locks the figures of its company.
    groupOf: ({ companyId }) => companyId,
    max: maxPerCall,
    mayBeOnesFault: (error) => isAboutContent(error) && !maySucceedLater(error, keyTaken),
  });

  const writeAlone = (order: ReadyOrder, also: AlsoDo): Promise<AcceptedRow> =>
    retrying(
      () =>
        // What is left of a payment is planned for longer than it is read.
        database.within(order.refund ? engineScope : platformScope, async (db) => {
          const row = await acceptOne(db, order);
          if (!row.refusal && !row.is_replay) {
            const isRepeatConfirmed = await refuseIfDoubted(db, order);
            const { id: paymentId, approval } = row;
            const { phoneNumber } = order;
            await also(db, { paymentId, approval, phoneNumber, isRepeatConfirmed });
          }
          return row;
        }),
      keyTaken,
    );

  const makeReady = async (order: PaymentOrder): Promise<ReadyOrder> => {
    const number = await numbering.resolve(order.phoneNumber, order.network);
    const { phoneNumber, network, likelyNetwork } = number;
    if (likelyNetwork && order.isNetworkConfirmed === false) {
      throw networkDiffers(network, likelyNetwork);
    }
    if (!isServed(network, order.direction)) throw new AppError('network_unavailable');
    return readyOrder({ ...order, phoneNumber, network }, likelyNetwork);
  };

  const finish = (order: ReadyOrder, row: AcceptedRow): Accepted => {
    if (row.refusal) throw refusalOf(order, row);
    const { id: paymentId, is_replay: isReplay, transaction_id: transactionId, approval } = row;
    if (transactionId === null) throw new Error('A payment without a transaction');
    onAccepted(order);
    return { paymentId, isReplay, transactionId, approval, likelyNetwork: order.likelyNetwork };
  };

  return {
    accept: async (order) => {
      const ready = await makeReady(order);
      const isAlone = order.direction === 'payout' || order.isRepeatConfirmed !== undefined;
      const write = isAlone ? writeAlone : writeTogether;
      return finish(ready, await write(ready, async () => {}));
    },
    acceptWith: async (order, also) => {
      const ready = await makeReady(order);
      return finish(ready, await writeAlone(ready, also));
    },
    rehearse: async (order) => {
      const ready = await makeReady(order);
      const row = await acceptAndUndo(database, ready);
      if (row.refusal) throw refusalOf(ready, row);
      return row.approval;
    },
  };
}

/** Of a normalised number and its network. */
export function readyOrder(
  order: PaymentOrder & Pick<ReadyOrder, 'network'>,
  likelyNetwork: NetworkName | null = null,
): ReadyOrder {
  return {
    ...order,
    likelyNetwork,
    paymentId: uuidV7(),
    transactionId: order.direction === 'payout' ? uuidV7() : undefined,
    keyHash: keyHash(order),
    inputHash: inputHash(order),
  };
}

function networkDiffers(named: NetworkName, likely: NetworkName): AppError {
  const [chosen, other] = [networkWords[named], networkWords[likely]];
  const message = `This looks like an ${other} number. Choose ${other}, or confirm that it is on ${chosen} now.`;
  return new AppError('network_differs', { message, fields: { network: message } });
}

async function acceptOne(db: Db, order: ReadyOrder): Promise<AcceptedRow> {
  const { refund } = order;
  if (refund) await lockRefunded(db, { ...order, refund });
  const [row] = await acceptAll(db, [order]);
  if (!row) throw new Error('An order without an answer');
  if (!row.refusal && !row.is_replay && order.direction === 'payout') {
    await holdPayout(db, order, row);
    if (refund) await writeRefund(db, { ...order, refund }, row.id);
  }
  return row;
}

function acceptAndUndo(database: Database, order: ReadyOrder): Promise<AcceptedRow> {
  return retrying(
    () =>
      database.within(platformScope, async (db) => {
        await db.rows('savepoint rehearsal');
        const row = await acceptOne(db, order);
        if (!row.refusal && !row.is_replay) await refuseIfDoubted(db, order);
        await db.rows('rollback to savepoint rehearsal');
        return row;
      }),
    keyTaken,
  );
}

/** What holds the money of a payout, including the fee. */
export function holdOf(order: ReadyOrder, row: AcceptedRow): Posting {
  return {
    companyId: order.companyId,
    accountId: row.account_id,
    type: 'debit',
    amount: order.amount,
    legs: [],
    hold: order.amount + BigInt(row.fee),
    kind: 'payout',
    key: `payout:${row.id}`,
    reference: order.reference,
    description: order.description ?? `Mobile money to ${phoneText(order.phoneNumber)}`,
    ...(order.transactionId && { id: order.transactionId }),
  };
}

/** Holds the money of a payout, or rolls everything back. */
async function holdPayout(db: Db, order: ReadyOrder, row: AcceptedRow): Promise<void> {
  const [outcome] = await postAll(db, [holdOf(order, row)]);
  if (outcome?.status === 'pending') return;
  if (outcome?.reason === 'insufficient_funds') throw new AppError('insufficient_funds');
  if (outcome?.reason === 'inactive_account') throw new AppError('account_inactive');
  throw new Error(`A payout was not held: ${outcome?.reason}`);
}

function limitExceeded(
  direction: PaymentOrder['direction'],
  exceeded: ExceededLimit | null,
): AppError {
  if (!exceeded) throw new Error('A limit without its text');
  const message = exceededText(direction, exceeded);
  const field =
    exceeded.kind === 'number' || exceeded.kind === 'new_numbers' ? 'phoneNumber' : 'amount';
  return new AppError('limit_exceeded', { message, fields: { [field]: message } });
}

/** Why it was not accepted, for whoever ordered it. */
export function refusalOf(order: PaymentOrder, row: AcceptedRow): AppError {
  switch (row.refusal) {
    case 'key_reused':
      return new AppError('idempotency_key_reused');
    case 'network_unavailable':
      return new AppError('network_unavailable', { retryAfterSeconds: 30 });
    case 'inactive_account':
      return new AppError('account_inactive');
    case 'frozen_account':
      return new AppError('account_frozen');
    case 'company_suspended':
      return new AppError('company_suspended');
    case 'number_blocked':
      return new AppError('number_blocked', {
        fields: { phoneNumber: 'This number is blocked' },
      });
    case 'limit_exceeded':
      return limitExceeded(order.direction, row.exceeded);
    case 'out_of_stock':
      return new AppError('out_of_stock');
    case 'unknown_account':
      return order.accountNumber === undefined && order.accountId === undefined
        ? new AppError('refused', { message: 'The company has no active account' })
        : invalidField(order.accountId ? 'accountId' : 'accountNumber', 'Account not found');
    case 'unknown_product':
      return invalidField('productCode', 'Product not found');
    case 'price_differs':
      return invalidField('amount', `Must be ${formatUgx(toUgx(row.price ?? '0'))}, its price`);
    case 'amount_too_small':
      return invalidField('amount', `Must be more than the fee of ${formatUgx(toUgx(row.fee))}`);
    case null:
      throw new Error('An order that was not refused');
  }
}
