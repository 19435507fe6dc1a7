import { caseKinds } from '@sente/contract/case-kinds';
import { networkWord, networkWords } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';
import { search, type Found, type MatchKind } from '@sente/contract/search';
import { checkWord } from '@sente/contract/payment-check';
import { statusWord } from '@sente/contract/movement-words';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';

export type Portal = 'admin' | 'client';

/** Keyed by the text, so that a late answer is never shown for a newer text. */
export function searchQuery(portal: Portal, text: string) {
  const endpoint = portal === 'admin' ? search.all : search.ownCompany;
  return queryOptions({
    queryKey: keys.search.text(text),
    queryFn: async ({ signal }): Promise<Found> => {
      const { data } = await call(endpoint, { query: { search: text }, signal });
      if (!isRecord(data)) throw invalidFormat(200);
      return data;
    },
  });
}

export interface FoundOption {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** Which fact matched, if the label does not show it. */
  readonly match: string | null;
  /** Its page. */
  readonly to: string;
}

export type GroupTitle =
  | 'Payments'
  | 'Transactions'
  | 'Approvals'
  | 'Cases'
  | 'Companies'
  | 'Accounts'
  | 'Users'
  | 'Recipients'
  | 'Roles'
  | 'Products'
  | 'Vouchers';

export interface FoundGroup {
  readonly title: GroupTitle;
  readonly options: readonly FoundOption[];
}

const matchWords: Readonly<Record<MatchKind, string | null>> = {
  id: 'ID',
  transactionId: 'Transaction ID',
  receiptNumber: 'Receipt number',
  networkReference: 'Network reference',
  voucherCode: null,
  reference: 'Reference',
  phone: 'Phone',
  phonePart: 'Phone',
  amount: 'Amount',
  netAmount: 'Amount after the fee',
  description: 'Description',
  name: null,
  email: 'Email',
  username: 'Username',
  accountNumber: 'Account number',
  productCode: 'Product code',
  caseNumber: null,
  checkedName: 'Registered to',
  recipient: 'Recipient',
  companyName: null,
};

/** The results in display order; empty groups are omitted. */
export function groupsOf(portal: Portal, found: Partial<Found>): FoundGroup[] {
  const isAdmin = portal === 'admin';
  const groups: [GroupTitle, FoundOption[] | undefined][] = [
    ['Payments', found.payments?.map((row) => paymentOption(isAdmin, row))],
    ['Transactions', found.transactions?.map((row) => transactionOption(isAdmin, row))],
    ['Cases', found.cases?.map(caseOption)],
    [
      'Companies',
      found.companies?.map(({ id, name, email, match }) => ({
        id,
        label: name,
        hint: email,
        match: matchWords[match],
        to: paths.company(id),
      })),
    ],
    ['Accounts', found.accounts?.map((row) => accountOption(isAdmin, row))],
    [
      'Users',
      found.users?.map(({ id, name, email, companyName, match }) => ({
        id,
        label: name,
        hint: joined(email, isAdmin ? companyName : null),
        match: matchWords[match],
        to: isAdmin ? paths.user(id) : paths.client.user(id),
      })),
    ],
    ['Recipients', found.recipients?.map(recipientOption)],
    [
      'Approvals',
      found.approvals?.map(({ id, sentence, companyName, askedAt }) => ({
        id,
        label: sentence,
        hint: joined(formatDate(askedAt), companyName),
        match: null,
        to: paths.approval(id),
      })),
    ],
    [
      'Roles',
      found.roles?.map(({ id, name, description }) => ({
        id,
        label: name,
        hint: description,
        match: null,
        to: paths.role(id),
      })),
    ],
    [
      'Products',
      found.products?.map(({ id, companyId, companyName, name, code, price, match }) => ({
        id,
        label: name,
        hint: joined(code, `UGX ${formatAmount(price)}`, isAdmin ? companyName : null),
        match: matchWords[match],
        to: isAdmin ? paths.companyProduct(companyId, id) : paths.client.internetProduct(id),
      })),
    ],
    ['Vouchers', found.codes?.map((row) => codeOption(isAdmin, row))],
  ];
  const filled = groups.flatMap(([title, options = []]) =>
    options.length > 0 ? [{ title, options: options.map(within(title)) }] : [],
  );
  // A word of a description is the weakest reason.
  const isWeak = ({ options }: FoundGroup): boolean =>
    options.every(({ match }) => match === matchWords.description);
  return [...filled.filter((group) => !isWeak(group)), ...filled.filter(isWeak)];
}

/** A payment and the approval that it waits for have the same id. */
function within(title: string): (option: FoundOption) => FoundOption {
  return (option) => ({ ...option, id: `${title}-${option.id}` });
}

/** The text is a fact of a record, such as its number: whoever typed it wants that record, not a list. */
export function isFact({ payments = [], transactions = [], codes = [] }: Partial<Found>): boolean {
  return [...payments, ...transactions, ...codes].some(({ match }) => match !== 'description');
}

function paymentOption(isAdmin: boolean, row: Found['payments'][number]): FoundOption {
  const { id, transactionId, direction, match } = row;
  const page = transactionId ?? id;
  return {
    id,
    label: `${phoneText(row.phoneNumber)} · UGX ${formatAmount(row.amount)} ${
      direction === 'payout' ? 'out' : 'in'
    }`,
    // What was typed comes first: the end of a long line is cut.
    hint: joined(
      match === 'description' ? row.description : null,
      match === 'networkReference' ? row.networkReference : null,
      match === 'reference' ? row.reference : null,
      checkWord(row) ?? statusWord(row.status),
      networkWord(row.network),
      formatDate(row.date),
      isAdmin ? row.companyName : null,
      match === 'networkReference' || match === 'reference' ? null : row.reference,
    ),
    match: match === 'id' ? 'API transaction ID' : matchWords[match],
    to: isAdmin ? paths.transaction(page) : paths.client.transaction(page),
  };
}

function transactionOption(isAdmin: boolean, row: Found['transactions'][number]): FoundOption {
  return {
    id: row.id,
    label: row.description,
    hint: joined(
      row.reference,
      `UGX ${formatAmount(row.amount)} ${row.type === 'debit' ? 'Debit' : 'Credit'}`,
      checkWord({ ...row, network: null }) ?? statusWord(row.status),
      formatDate(row.date),
      isAdmin ? row.companyName : null,
    ),
    match: matchWords[row.match],
    to: isAdmin ? paths.transaction(row.id) : paths.client.transaction(row.id),
  };
}

function recipientOption(row: Found['recipients'][number]): FoundOption {
  return {
    id: row.id,
    label: row.name,
    hint: joined(phoneText(row.phoneNumber), networkWords[row.network], row.checkedName),
    match: matchWords[row.match],
    to: paths.client.recipients({ search: row.name }),
  };
}

function accountOption(isAdmin: boolean, row: Found['accounts'][number]): FoundOption {
  return {
    id: row.id,
    label: row.accountName,
    hint: joined(row.accountNumber, isAdmin ? row.companyName : null),
    match: matchWords[row.match],
    to: isAdmin ? paths.companyAccount(row.companyId, row.id) : paths.client.account(row.id),
  };
}

function caseOption(row: Found['cases'][number]): FoundOption {
  const { id, number, kind, state, network, day, effect, match } = row;
  return {
    id,
    label: `Case ${number}: ${caseKinds[kind].label}`,
    hint: joined(
      state === 'open' ? 'Open' : 'Settled',
      network === 'BANK' ? 'Bank' : networkWords[network],
      formatDate(day),
      `UGX ${formatAmount(effect)}`,
    ),
    match: matchWords[match],
    to: paths.reconciliationCase(id),
  };
}

const stateWords = {
  free: 'Available',
  reserved: 'Reserved',
  used: 'Used',
  withdrawn: 'Withdrawn',
} as const satisfies Record<Found['codes'][number]['state'], string>;

/** In the back-office a voucher has no page of its own: its payment does, or its company. */
function codeOption(isAdmin: boolean, row: Found['codes'][number]): FoundOption {
  const adminPage =
    row.paymentId === null ? paths.company(row.companyId) : paths.transaction(row.paymentId);
  return {
    id: row.id,
    label: `${row.productName} ${row.maskedCode}`,
    hint: joined(stateWords[row.state], isAdmin ? row.companyName : null),
    match: null,
    to: isAdmin ? adminPage : paths.client.productCodes({ code: row.id }),
  };
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ');
}
