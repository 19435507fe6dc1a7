import { networkWord } from '@sente/contract/payments';
import type { Attention, AttentionItem } from '@sente/contract/attention';
import type { NetworkFloatState, NetworkHealth } from '@sente/contract/networks';
import { formatUgx } from '@sente/contract/money';
import { formatDate, timeAgo } from '../../lib/dates.ts';
import { kampalaDay } from '../../lib/kampala.ts';
import { sumUgx } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import type { ShownStatistics } from './statistics.ts';

/** Something that a person has to do. */
export interface Task {
  readonly key: string;
  readonly text: string;
  readonly detail?: string;
  /** Where it is dealt with; undefined if the text says what to do. */
  readonly to?: string;
  readonly isUrgent?: boolean;
  /** Nothing is lost if it waits. */
  readonly isMinor?: boolean;
}

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}`;

/** What went wrong. Payout brakes have a banner on every page. */
export function troubles(attention: Attention): Task[] {
  const { ledgerFaults, unexplainedFloats, watcher, mailTrouble, webhooksGaveUp } = attention;
  const tasks: Task[] = [];
  if (ledgerFaults > 0) {
    tasks.push({
      key: 'ledger',
      text: `The ledger check found ${many(ledgerFaults, 'difference', 'differences')}`,
      detail: 'The log of the server names them, and npm run verify checks again.',
      isUrgent: true,
    });
  }
  tasks.push(
    ...unexplainedFloats.map(({ network, amount, day, by }) => ({
      key: `unexplained ${network}`,
      text: `${network === 'BANK' ? 'The balance at the bank' : `The float at ${networkWord(network)}`} is not explained`,
      detail: `${formatUgx(amount)} differ ${by === 'call' ? 'by what it tells now' : `after ${formatDate(day)}`}`,
      to: paths.reconciliation(),
      isUrgent: true,
    })),
  );
  if (watcher) {
    tasks.push({
      key: 'watcher',
      text:
        watcher.problem === 'late'
          ? 'Unusual payouts are not stopped automatically'
          : 'Nobody can end a payout brake',
      to: paths.payoutBrakes(),
      isUrgent: true,
    });
  }
  if (mailTrouble) {
    const { count, reason } = mailTrouble;
    const lost = `${many(count, 'mail did', 'mails did')} not arrive. Nobody is told anything by mail`;
    tasks.push({
      key: 'mail',
      text: 'Mail is not delivered',
      detail: reason ? `${reason}. ${lost}` : lost,
      isUrgent: true,
    });
  }
  const shown = webhooksGaveUp.slice(0, 3);
  tasks.push(
    ...shown.map(({ companyId, company, count }) => ({
      key: `webhook ${companyId}`,
      text: `The webhook of ${company} fails`,
      detail: `${many(count, 'event was', 'events were')} given up in the last 7 days`,
      to: paths.companyCredentials(companyId, { deliveries: 'gave_up' }),
      isUrgent: true,
    })),
  );
  const rest = webhooksGaveUp.length - shown.length;
  if (rest > 0) {
    tasks.push({
      key: 'webhooks',
      text: `${many(rest, 'more webhook fails', 'more webhooks fail')}`,
      detail: 'The bell lists them.',
      isUrgent: true,
    });
  }
  return tasks;
}

export function networkTasks(networks: readonly NetworkHealth[]): Task[] {
  return networks
    .filter(({ status }) => status !== 'up')
    .map(({ network, displayName, status }) => ({
      key: `network ${network}`,
      text: status === 'down' ? `${displayName} does not answer` : `${displayName} answers badly`,
      detail: 'The panel of the networks says what is refused.',
      to: paths.networks(),
      isUrgent: status === 'down',
    }));
}

/** Money at a network that lasts for less than an average day of payouts. */
export function floatTasks(
  floats: readonly NetworkFloatState[],
  payoutsPerDay: ShownStatistics['payoutsPerDay'],
): Task[] {
  return floats.flatMap(({ network, product, amount }) => {
    const perDay = payoutsPerDay.find((each) => each.network === network)?.amount ?? 0;
    if (product === 'collection' || amount === null || perDay === 0 || amount >= perDay) return [];
    return [
      {
        key: `float ${network}`,
        text: `The money at ${networkWord(network)} lasts for less than a day`,
        detail: `${formatUgx(amount)} are left, and ${formatUgx(perDay)} are paid out on an average day`,
        isUrgent: true,
      },
    ];
  });
}

function weightText(amount: number, since: string): string {
  const age = `the oldest ${timeAgo(since)}`;
  return amount > 0 ? `${formatUgx(amount)} together, ${age}` : age;
}

/** Of what is listed; empty if not all of it is, as it would say too little. */
function weightOf({ items, unlistedItems }: Attention, kind: AttentionItem['kind']): string {
  const listed = unlistedItems === 0 ? items.filter((item) => item.kind === kind) : [];
  const [first] = listed.map(({ since }) => since).toSorted();
  return first ? weightText(sumUgx(...listed.map(({ amount }) => amount)), first) : '';
}

/** What is about money that has left or come in first, then what waits for it, and questions last. */
export function decisions(attention: Attention): Task[] {
  const { paymentReviews, unknownPayments, openNotices, openCases } = attention;
  const { failedSinceYesterday, newEnquiries } = attention;
  const tasks: Task[] = [];
  if (unknownPayments) {
    const others = openNotices - unknownPayments.count;
    const last = `The last message came ${timeAgo(unknownPayments.since)}`;
    tasks.push({
      key: 'unknown',
      text: `Networks report ${many(unknownPayments.count, 'unknown payment', 'unknown payments')}`,
      detail:
        others > 0
          ? `${last}; the list has ${others.toLocaleString('en-US')} more, in suspense or not proven`
          : last,
      to: paths.approvals({ tab: 'unknown' }),
    });
  }
  if (paymentReviews > 0) {
    tasks.push({
      key: 'reviews',
      text: `${many(paymentReviews, 'payment waits', 'payments wait')} for a decision`,
      detail: weightOf(attention, 'payment-review'),
      to: paths.approvals({ tab: 'payments' }),
    });
  }
  tasks.push(...approvalTasks(attention));
  if (openCases > 0) {
    tasks.push({
      key: 'cases',
      text: `${many(openCases, 'difference', 'differences')} between the books and the networks`,
      to: paths.reconciliationCases(),
    });
  }
  if (failedSinceYesterday > 0) {
    tasks.push({
      key: 'failed',
      text: `${many(failedSinceYesterday, 'transaction', 'transactions')} failed since yesterday`,
      detail: 'Without collections, which payers may decline',
      to: paths.transactions({
        status: 'failed',
        kind: 'no-collection',
        dateBy: 'finished',
        range: 'custom',
        from: kampalaDay(1),
        to: kampalaDay(),
      }),
    });
  }
  if (newEnquiries > 0) {
    tasks.push({
      key: 'enquiries',
      text: `${many(newEnquiries, 'enquiry waits', 'enquiries wait')} for an answer`,
      to: paths.enquiries({ state: 'new' }),
      isMinor: true,
    });
  }
  return tasks;
}

function approvalTasks(attention: Attention): Task[] {
  const { pendingApprovals, approvalsForReader, approvalsAmount, approvalsSince } = attention;
  if (pendingApprovals === 0) return [];
  const to = paths.approvals({ tab: approvalsForReader > 0 ? undefined : 'open' });
  if (approvalsForReader === 0) {
    const text = `${many(pendingApprovals, 'request waits', 'requests wait')} for approval by somebody else`;
    return [{ key: 'approvals', text, to, isMinor: true }];
  }
  const others = pendingApprovals - approvalsForReader;
  const details = [
    approvalsSince ? weightText(approvalsAmount, approvalsSince) : '',
    ...(others > 0
      ? [many(others, 'more waits for somebody else', 'more wait for somebody else')]
      : []),
  ];
  return [
    {
      key: 'approvals',
      text: `${many(approvalsForReader, 'request waits', 'requests wait')} for your approval`,
      detail: details.filter(Boolean).join('; '),
      to,
    },
  ];
}
