import { readFileSync } from 'node:fs';
import { statementPlaces } from '@sente/contract/network-statements';
import * as z from 'zod';
import { StartError } from '../db/embedded/start-error.ts';
import { isDateFormat } from './statement-values.ts';

const name = z.string().trim().min(1).max(100);
/** Headers that mean the same, in any case. */
const header = z.union([name, z.array(name).min(1)]).transform((one) => [one].flat());
const words = z.array(name).default([]);

/** How a network or a bank writes its statement. Another one is a setting, not code. */
const layout = z.strictObject({
  name,
  network: z.enum(statementPlaces),
  columns: z.strictObject({
    at: header,
    amount: header.optional(),
    /** Where each direction has a column of its own. */
    moneyIn: header.optional(),
    moneyOut: header.optional(),
    reference: header.optional(),
    /** Our own id. */
    orderId: header.optional(),
    text: header.optional(),
    /** The other party, where one column has it. */
    phone: header.optional(),
    from: header.optional(),
    to: header.optional(),
    direction: header.optional(),
    status: header.optional(),
    currency: header.optional(),
    fee: header.optional(),
    balance: header.optional(),
    /** Not read; they tell this layout from others. */
    others: z.array(name).default([]),
  }),
  /** Such as dd/MM/yyyy HH:mm or dd/MM/yyyy, in Ugandan time; the first that fits is taken. */
  dates: z
    .array(
      z.string().refine(isDateFormat, 'must be made of dd, MM, yyyy, yy, and of HH, mm, ss and a'),
    )
    .min(1),
  direction: z.discriminatedUnion('by', [
    /** Money that goes out has a minus. */
    z.strictObject({ by: z.literal('sign') }),
    /** The one of moneyIn and moneyOut that has an amount. */
    z.strictObject({ by: z.literal('columns') }),
    z.strictObject({ by: z.literal('column'), in: words, out: words }),
    /** A phone pays or is paid. Own wallets are needed only for transfers between wallets. */
    z.strictObject({ by: z.literal('parties'), ownWallets: words }),
  ]),
  /** Signed: what the network takes has a minus, as an amount that goes out. A fee of the other sign is refused. */
  fees: z.enum(['unsigned', 'signed']).default('unsigned'),
  /** The number of the other party may stand in the text. */
  phoneInText: z.boolean().default(false),
  /** Whole words of the text that tell what a line is; a payment otherwise. */
  kinds: z.strictObject({ reversal: words, fee: words, transfer: words }).prefault({}),
  statuses: z.strictObject({ completed: words, failed: words, pending: words }).prefault({}),
  /**
   * A row without a date is no line if one of its fields begins with one of these words, such as Total, and it has not
   * what makes a line: an amount, with an id or what looks like a date.
   */
  ignore: words,
});
export type Layout = z.infer<typeof layout>;

/** What stands above and below the lines of a statement. */
const remarks = [
  'total',
  'totals',
  'grand total',
  'sub total',
  'subtotal',
  'opening balance',
  'closing balance',
  'available balance',
  'ledger balance',
  'balance',
  'end of statement',
  'page',
  'printed',
  'generated',
];

const mtn: Pick<z.input<typeof layout>, 'network' | 'dates' | 'kinds' | 'ignore'> = {
  network: 'MTN',
  ignore: remarks,
  dates: ['dd/MM/yyyy HH:mm', 'dd/MM/yyyy HH:mm:ss'],
  kinds: {
    reversal: ['reversal', 'reversed'],
    fee: ['fee', 'fees', 'charge', 'charges', 'commission'],
    transfer: ['transfer', 'float', 'deposit'],
  },
};

/** As the portals of MTN and Airtel in Uganda export them, and as banks there do. */
const builtIn: readonly z.input<typeof layout>[] = [
  {
    ...mtn,
    name: 'MTN portal table',
    columns: {
      reference: 'Id',
      at: 'Date',
      text: ['Note/Message', 'Note', 'Message'],
      from: 'From',
      to: 'To',
      amount: 'Amount',
      balance: 'Balance',
      others: ['From Name', 'To Name'],
    },
    direction: { by: 'parties' },
  },
  {
    ...mtn,
    name: 'MTN transactions export',
    columns: {
      at: 'Date',
      from: 'From',
      to: 'To',
      text: 'To message',
      currency: 'Currency',
      amount: 'Amount',
      others: ['From account', 'From name', 'To account', 'To name'],
    },
    direction: { by: 'parties' },
  },
  {
    ...mtn,
    name: 'MTN payments received',
    columns: {
      reference: 'Id',
      at: 'Date',
      from: 'From',
      amount: 'Amount',
      others: ['From account', 'From name'],
    },
    direction: { by: 'sign' },
  },
  {
    name: 'Airtel statement',
    network: 'AIRTEL',
    columns: {
      reference: 'Transaction ID',
      at: ['Transaction Date', 'Transaction Date & Time'],
      text: 'Description',
      status: 'Status',
      amount: 'Transaction Amount',
      direction: ['Credit/Debit', 'Credit / Debit'],
      fee: 'Fee',
      balance: 'Balance',
    },
    dates: ['dd-MM-yy HH:mm a', 'dd-MM-yy HH:mm', 'dd-MM-yy HH:mm:ss', 'dd-MM-yyyy HH:mm'],
    direction: { by: 'column', in: ['Credit', 'CR', 'C'], out: ['Debit', 'DR', 'D'] },
    phoneInText: true,
    kinds: {
      reversal: ['reversal', 'reversed', 'rollback', 'refund', 'refunded'],
      fee: ['fee', 'fees', 'charge', 'charges', 'commission', 'levy'],
      transfer: ['transfer', 'float', 'deposit'],
    },
    statuses: {
      completed: ['success', 'successful', 'transaction success', 'completed', 'ts'],
      failed: ['failed', 'failure', 'transaction failed', 'rejected', 'tf'],
      pending: ['pending', 'in progress', 'ambiguous', 'tip', 'ta'],
    },
    ignore: remarks,
  },
  {
    name: 'Bank statement',
    network: 'BANK',
    columns: {
      at: ['Transaction Date', 'Date', 'Posting Date', 'Trans Date'],
      reference: ['Reference', 'Reference Number', 'Reference No', 'Transaction Reference'],
      text: ['Description', 'Narration', 'Narrative', 'Details', 'Particulars'],
      moneyOut: ['Debit', 'Debits', 'Debit Amount', 'Withdrawal', 'Withdrawals', 'Paid Out'],
      moneyIn: ['Credit', 'Credits', 'Credit Amount', 'Deposit', 'Deposits', 'Paid In'],
      balance: ['Balance', 'Running Balance', 'Closing Balance'],
    },
    dates: ['/', '-'].flatMap((s) => [
      `dd${s}MM${s}yyyy`,
      `dd${s}MM${s}yyyy HH:mm`,
      `dd${s}MM${s}yyyy HH:mm:ss`,
      `yyyy${s}MM${s}dd`,
      `yyyy${s}MM${s}dd HH:mm`,
      `yyyy${s}MM${s}dd HH:mm:ss`,
    ]),
    direction: { by: 'columns' },
    kinds: {
      reversal: ['return', 'returned', 'reversal', 'reversed', 'rejected'],
      fee: ['fee', 'fees', 'charge', 'charges', 'commission', 'levy', 'excise duty'],
      transfer: ['float'],
    },
    ignore: remarks,
  },
];

export const builtInLayouts: readonly Layout[] = builtIn.map((one) => layout.parse(one));

/** The layouts of a file come first, and replace built-in ones of the same name. */
export function readLayouts(file: string | undefined): readonly Layout[] {
  if (!file) return builtInLayouts;
  const refuse = (why: string): never => {
    throw new StartError(`SENTE_STATEMENT_LAYOUTS names ${file}, ${why}`);
  };
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    refuse(`which cannot be read as JSON: ${(error as Error).message}`);
  }
  const found = z.array(layout).safeParse(json);
  if (!found.success) {
    return refuse(`which is not a list of layouts:\n${z.prettifyError(found.error)}`);
  }
  for (const { name: layoutName, columns, direction } of found.data) {
    if (direction.by === 'column' && !columns.direction) {
      refuse(`whose layout "${layoutName}" has no column for the direction.`);
    }
    if (direction.by === 'columns' ? !(columns.moneyIn && columns.moneyOut) : !columns.amount) {
      refuse(`whose layout "${layoutName}" has no column for the amount.`);
    }
    if (direction.by === 'parties' && !(columns.from && columns.to)) {
      refuse(`whose layout "${layoutName}" needs the columns from and to.`);
    }
  }
  const names = new Set(found.data.map((one) => one.name));
  return [...found.data, ...builtInLayouts.filter((one) => !names.has(one.name))];
}

/** All headers of a layout, the required ones first: any of several that mean the same. */
export function headersOf({ columns }: Layout): string[][] {
  const { others, ...read } = columns;
  return [...Object.values(read), ...others.map((one) => [one])].filter(
    (one): one is string[] => one !== undefined,
  );
}
