import { networkWord } from '@sente/contract/payments';
import type { NetworkNotice } from '@sente/contract/network-notices';
import { formatAmount } from '../../lib/money.ts';

type Proposal = NonNullable<NetworkNotice['proposal']>;
type Account = NonNullable<Proposal['account']>;

export const noticeDecisionLabels = {
  book: 'Book it to suspense',
  release: "Release it to a company's account",
} as const;

export function accountText({ name, number, companyName }: Account): string {
  return `${name} ${number} of ${companyName}`;
}

/** What a case wrote to suspense may be at the bank. */
export function placeText(network: string): string {
  return network === 'BANK' ? 'The bank' : networkWord(network);
}

/** As MTN and Airtel name the other side of a payment. */
const phoneFields = new Set(['partyId', 'msisdn']);

/** The number of whoever paid or was paid, in a message of any form; null if it names none. */
export function phoneIn(content: string): string | null {
  let found: string | null = null;
  try {
    JSON.parse(content, (name, value: unknown) => {
      if (phoneFields.has(name) && (typeof value === 'string' || typeof value === 'number')) {
        found ??= `${value}`;
      }
      return value;
    });
  } catch {
    // Only the beginning of a long message is kept.
  }
  return found;
}

/** The effect of confirming a proposal. */
export function suspenseEffect(network: string, proposal: Proposal): string {
  const { decision, direction, account } = proposal;
  const amount = `UGX ${formatAmount(proposal.amount)}`;
  const isIn = direction === 'collection';
  const moved = `${amount} that ${isIn ? 'came in at' : 'left'} ${network === 'BANK' ? 'the bank' : networkWord(network)}`;
  if (decision === 'book' || account === null) {
    return `${moved} is booked to the suspense account of the provider. From there it can be released to the company that owns it.`;
  }
  return isIn
    ? `${amount} moves from suspense to ${accountText(account)}, without a fee. If the company owes the provider, that is repaid first.`
    : `${moved} is taken from ${accountText(account)}, without a fee. What the account lacks, the company owes the provider.`;
}
