import { networkWord } from '@sente/contract/payments';
import type { Account } from '@sente/contract/accounts';
import type { ExpectedApproval } from '@sente/contract/payout-rules';
import { phoneText } from '@sente/contract/phone';
import { useEffect, useRef } from 'react';
import { readAmount } from '../../lib/typed-amount.ts';
import { Banner } from '../../ui/banner.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { useSavedLabel } from './recipient-field.tsx';
import type { PayoutCost } from './request-cost.ts';
import type { RequestValues } from './request-values.ts';

interface PayoutReviewProps {
  companyId: string;
  values: RequestValues;
  account: Account | undefined;
  cost: PayoutCost;
  /** The server's answer; null if it could not be asked. */
  expected: ExpectedApproval | null;
}

/** What is about to be sent, to whom, what it costs, and who has to approve it. */
export function PayoutReview({ companyId, values, account, cost, expected }: PayoutReviewProps) {
  const region = useRef<HTMLElement>(null);
  // The button that was pressed sends from now on, so Enter must not press it again.
  useEffect(() => region.current?.focus(), []);
  const amount = readAmount(values.amount);
  const { phoneNumber, network, note } = values;
  const label = useSavedLabel(values);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Review"
      className="flex flex-col gap-5 outline-none"
    >
      {/* What is wrong for good if it is wrong. */}
      <div className="rounded-lg border bg-surface-sunken px-4 py-3">
        <p className="text-2xl font-semibold tracking-tight">
          <Money amount={amount} />
        </p>
        <p className="mt-1">
          to {label ? <span className="font-medium wrap-anywhere">{label}, </span> : null}
          <span className="tabular font-medium">{phoneText(phoneNumber)}</span> (
          {networkWord(network)})
        </p>
        <WalletHolder
          {...{ companyId, phoneNumber, network }}
          className="mt-1 text-base! font-medium text-ink!"
        />
      </div>
      <DetailList
        columns={2}
        items={[
          { label: 'From', value: account?.accountName ?? 'The account' },
          {
            label: 'Fee',
            value: cost.fee === null ? 'Not known yet' : <Money amount={cost.fee} />,
          },
          { label: 'Held in all', value: <Money amount={cost.total} className="font-semibold" /> },
          {
            label: 'Left to spend afterwards',
            value: cost.left === null ? 'Not known' : <Money amount={cost.left} />,
          },
          ...(note.trim() ? [{ label: 'Note', value: note.trim() }] : []),
        ]}
      />
      <WhatHappens expected={expected} />
    </section>
  );
}

/** Who has to approve it, and whether payouts are stopped. */
export function WhatHappens({ expected }: { expected: ExpectedApproval | null }) {
  if (!expected) {
    return (
      <Banner tone="warning" title="Who has to approve it could not be looked up">
        It can be sent all the same; the answer then says who has to approve it.
      </Banner>
    );
  }
  const { isBraked, approval } = expected;
  const { title, text } = approvalTexts(expected);
  return (
    <>
      {isBraked ? (
        <Banner tone="warning" title="Payouts of your company are stopped">
          It is accepted and waits until they are released.
        </Banner>
      ) : null}
      {isBraked && approval === 'none' ? null : (
        <Banner tone="info" title={title}>
          {text}
        </Banner>
      )}
    </>
  );
}

function approvalTexts({ approval, colleagues, isWithoutColleague }: ExpectedApproval): {
  title: string;
  text: string;
} {
  const names = colleagues.join(', ');
  if (approval === 'none') {
    return { title: 'Goes at once', text: 'The rules of your company ask for no approval.' };
  }
  if (approval === 'provider') {
    return {
      title: 'The provider has to approve it',
      text: 'It is held until then, and you can cancel it while it waits.',
    };
  }
  if (isWithoutColleague) {
    return {
      title: 'The provider has to approve it',
      text: 'A colleague would have to approve it, but nobody else in your company can.',
    };
  }
  return approval === 'colleague'
    ? { title: 'A colleague has to approve it', text: `Can be approved by ${names}.` }
    : {
        title: 'A colleague and the provider have to approve it',
        text: `First ${colleagues.length === 1 ? names : `one of ${names}`}, then the provider.`,
      };
}
