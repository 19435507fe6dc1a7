import { placeWords } from '@sente/contract/network-statements';
import type { NotificationKindName } from '@sente/contract/notification-kinds';
import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import { checkedWords } from './checked-words.ts';
import type { NewsData } from './notify.ts';
import { protectionWords } from './protection.ts';

export interface NewsWords {
  readonly title: string;
  readonly text: string;
}

type Words = (data: NewsData) => NewsWords;

const texts: Record<NotificationKindName, Words> = {
  'payment-received': ({ count = 1, amount = 0, phoneNumber }) => ({
    title: count === 1 ? 'Payment received' : `${whole(count)} payments received`,
    text: `${formatUgx(amount)}${count === 1 && phoneNumber ? ` from ${phoneText(phoneNumber)}` : ' in all'}.`,
  }),
  'payout-waits': waiting,
  'approval-waits': waiting,
  'request-decided': ({ amount, outcome = 'decided', reason, name, change, ...request }) => ({
    title: `Your ${requestWord(request)} ${outcome === 'expired' ? 'expired' : `was ${outcome}`}`,
    text: sentences(
      amount ? `${formatUgx(amount)}.` : null,
      change,
      outcome === 'expired' ? 'Nobody decided about it in time.' : name ? `By ${name}.` : null,
      reason ? `Reason: ${reason}` : null,
    ),
  }),
  'payout-failed': ({ count = 1, amount = 0, phoneNumber, reason }) => ({
    title: count === 1 ? 'Payout failed' : `${whole(count)} payouts failed`,
    text: sentences(
      `${formatUgx(amount)}${count === 1 && phoneNumber ? ` to ${phoneText(phoneNumber)}` : ' in all'}.`,
      count === 1 && reason ? reason : null,
    ),
  }),
  'payment-checked': checkedWords,
  'bulk-payout-finished': ({
    outcome,
    reason,
    name = 'Bulk payout',
    count = 0,
    amount = 0,
    failed,
  }) =>
    outcome === 'refused' || outcome === 'cancelled'
      ? {
          title: `Bulk payout ${outcome}`,
          text: sentences(`${name}: nothing of it is paid.`, reason ? `Reason: ${reason}` : null),
        }
      : {
          title: Number(failed) > 0 ? 'Bulk payout finished with failures' : 'Bulk payout finished',
          text: sentences(
            `${name}: ${formatUgx(amount)} to ${whole(count)} ${count === 1 ? 'number' : 'numbers'}.`,
            Number(failed) > 0 ? `${whole(Number(failed))} failed.` : null,
          ),
        },
  'settlement-ended': ({ outcome, amount = 0, name = 'the bank', reason }) =>
    outcome === 'paid'
      ? { title: 'Settlement paid', text: `${formatUgx(amount)} to ${name}.` }
      : {
          title: 'Settlement returned',
          text: sentences(
            `${formatUgx(amount)} to ${name}. The money is on the account again.`,
            reason ? `Reason: ${reason}` : null,
          ),
        },
  'payouts-stopped': ({ isOn = true, company, reason, outcome }) => {
    const whose = company ? `of ${company}` : 'of all companies';
    return isOn
      ? {
          title: company ? 'Payouts are stopped' : 'All payouts are stopped',
          text: sentences(`The payouts ${whose} wait until two people have decided.`, reason),
        }
      : {
          title: 'Payouts are no longer stopped',
          text: `The payouts ${whose} that were held ${became(outcome)}.`,
        };
  },
  'low-stock': ({ name = 'A product', count = 0 }) => ({
    title: count === 0 ? `${name} is sold out` : `${name} runs low`,
    text: count === 1 ? '1 voucher is left.' : `${whole(count)} vouchers are left.`,
  }),
  'webhook-failing': ({ isOn = true, company }) => {
    const whose = company ? `The webhook of ${company}` : 'Your webhook';
    const server = company ? 'Its server' : 'Your server';
    return isOn
      ? {
          title: `${whose} fails`,
          text: sentences(
            `${server} does not accept events of payments. They are sent again for three days.`,
            company ? null : 'The provider sees every attempt: ask them if you do not know why.',
          ),
        }
      : { title: `${whose} works again`, text: `${server} accepts events of payments.` };
  },
  'payment-review': ({ count = 1, amount = 0, company }) => ({
    title: count === 1 ? 'A payment needs a decision' : `${whole(count)} payments need a decision`,
    text: `${formatUgx(amount)}${count === 1 && company ? `, ${company}` : ' in all'}.`,
  }),
  'network-trouble': ({ isOn = true, name = 'A network' }) =>
    isOn
      ? {
          title: `${name} does not answer`,
          text: 'Calls are paused. Payments wait or are refused.',
        }
      : { title: `${name} answers again`, text: 'Payments go on.' },
  'ledger-failed': ({ isOn = true, count = 0 }) =>
    isOn
      ? {
          title: 'The ledger check failed',
          text: `${count === 1 ? '1 rule is' : `${whole(count)} rules are`} broken. The operations manual says what to do.`,
        }
      : { title: 'The ledger check finds no fault any more', text: 'All rules hold.' },
  'float-unexplained': ({ isOn = true, name = 'A network', amount = 0, from, by }) =>
    isOn
      ? {
          title: `The ${name === placeWords.BANK ? 'balance' : 'float'} at ${name} is not explained`,
          text:
            by === 'call'
              ? `${formatUgx(amount)} differ by what it tells itself: neither the books nor what is under way explain them.`
              : `${formatUgx(amount)} differ after ${from ? dayText(from) : 'the last day'}: the lines of the statements do not lead to their balance.`,
        }
      : {
          title: `The ${name === placeWords.BANK ? 'balance' : 'float'} at ${name} is explained again`,
          text: 'Every shilling has its line.',
        },
  'watcher-trouble': ({ isOn = true, isLate = true }) => {
    if (!isOn) {
      return {
        title: 'The watcher works again',
        text: 'It stops unusual payouts, and people can end a payout brake.',
      };
    }
    return isLate
      ? {
          title: 'Unusual payouts are not stopped automatically',
          text: 'The watcher, the program that stops them, does not run. Until it does, only people stop payouts.',
        }
      : {
          title: 'Nobody can end a payout brake',
          text: 'The watcher does not have the key of the API credentials.',
        };
  },
  'mail-trouble': ({ isOn = true, count = 0, reason }) =>
    isOn
      ? {
          title: 'Mail is not delivered',
          text: sentences(
            count === 1 ? '1 mail did not arrive.' : `${whole(count)} mails did not arrive.`,
            reason ? `${reason}.` : null,
          ),
        }
      : { title: 'Mail is delivered again', text: 'What waited is on its way.' },
  'new-enquiry': ({ count = 1, name, reason }) =>
    count === 1
      ? {
          title: 'New enquiry',
          text: name ? sentences(`From ${name}.`, reason) : 'It was deleted.',
        }
      : { title: `${whole(count)} new enquiries`, text: 'They came within a few minutes.' },
  'new-sign-in': ({ count = 1, earlier, ...last }) => {
    const before = Array.isArray(earlier) ? (earlier as SignIn[]).map(browserOf) : [];
    const more = count - 1 - before.length;
    return {
      title: count === 1 ? 'New sign-in' : `${whole(count)} new sign-ins`,
      text: sentences(
        `With ${browserOf(last)}.`,
        before.length > 0
          ? `Before that: ${before.join('; ')}${more > 0 ? `; and ${whole(more)} more` : ''}.`
          : null,
        'If it was not you, change your password and end your other sessions.',
      ),
    };
  },
  protection: protectionWords,
  'weekly-summary': ({ received, sent, failed, from }) => ({
    title: typeof from === 'string' ? `Your week from ${dayText(from)}` : 'Your week',
    text: sentences(
      `Received: ${flow(received)}.`,
      `Sent: ${flow(sent)}.`,
      Number(failed) > 0 ? `Failed: ${whole(Number(failed))}.` : null,
    ),
  }),
};

interface SignIn {
  readonly name?: string;
  readonly address?: unknown;
}

function browserOf({ name, address }: SignIn): string {
  return `${name ?? 'a browser'}${typeof address === 'string' ? ` from ${address}` : ''}`;
}

interface Told {
  readonly kind: NotificationKindName;
  readonly data: NewsData;
  readonly company: string | null;
  readonly staff_data: NewsData | null;
}

/** What a person reads, in the bell and in mails. Only staff read which company it is, and who of staff. */
export function wordsOf({ kind, data, company, staff_data }: Told, isStaff: boolean): NewsWords {
  if (!isStaff) return texts[kind](data);
  const { staffName } = data;
  const name = typeof staffName === 'string' ? staffName : data.name;
  const told = { ...data, company: data.company ?? company, ...(name && { name }) };
  return texts[kind]({ ...told, ...staff_data });
}

function waiting({
  count = 1,
  amount,
  company,
  name,
  phoneNumber,
  change,
  ...asked
}: NewsData): NewsWords {
  const request = requestWord(asked);
  return {
    title:
      count === 1
        ? `A ${request} waits for your approval`
        : `${whole(count)} payouts wait for your approval`,
    text: sentences(
      amount ? `${formatUgx(amount)}${phoneNumber ? ` to ${phoneText(phoneNumber)}` : ''}.` : null,
      company ? `${company}.` : null,
      change,
      name ? `Asked for by ${name}.` : null,
    ),
  };
}

const requestWords: Readonly<Record<string, string>> = {
  payout: 'payout',
  'bulk-payout': 'bulk payout',
  deposit: 'deposit',
  reversal: 'reversal',
  'payment-decision': 'decision about a payment',
  suspense: 'decision about suspense',
  case: 'proposal to settle a case',
  cases: 'proposal to settle several cases',
  brake: 'proposal to end a payout brake',
  'staff-role': 'staff role',
  fee: 'change of fees',
  tax: 'change of taxes',
  limit: 'change of limits',
  'payout-rule': 'change of payout rules',
  'factor-reset': 'removal of a second factor',
  'bank-account': 'bank account',
  'settlement-batch': 'batch of settlements',
  'settlement-return': 'return of a settlement',
  float: 'transfer of float',
  statement: 'withdrawal of a statement',
  day: 'request to close a day',
};

/** Of requests of the kind "limit" that are about something else than limits. */
const limitWords: Readonly<Record<string, string>> = {
  'payout-ceiling': 'higher ceiling for payouts',
  'platform-settings': 'change of platform settings',
  'blocked-number': 'request to allow a blocked number',
  'examination-exception': 'waiver of the examination',
};

function requestWord({ approvalKind = '', limitOf = '' }: NewsData): string {
  return limitWords[limitOf] ?? requestWords[approvalKind] ?? 'request';
}

function became(outcome: string | undefined): string {
  if (outcome === 'cancelled') return 'are cancelled';
  return outcome === 'partly' ? 'go on, or are cancelled as two people chose' : 'go on';
}

function flow(value: unknown): string {
  const { count = 0, amount = 0 } = (value ?? {}) as { count?: number; amount?: number };
  return `${whole(count)} ${count === 1 ? 'transaction' : 'transactions'}, ${formatUgx(amount)}`;
}

/** A calendar day, as mails and pages write it: November 9, 2026. */
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
function dayText(day: string): string {
  return days.format(new Date(`${day}T00:00Z`));
}

const numbers = new Intl.NumberFormat('en-US');
function whole(count: number): string {
  return numbers.format(count);
}

function sentences(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
