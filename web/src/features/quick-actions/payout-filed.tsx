import { formatUgx } from '@sente/contract/money';
import { ArrowRight } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TransactionStatusBadge } from '../company-transactions/transaction-status-badge.tsx';
import { Outcome, type OutcomeState } from './outcome.tsx';
import { heldText } from './request-cost.ts';
import type { FiledRequest } from './use-request-form.ts';

interface PayoutFiledProps {
  filed: FiledRequest;
  /** Back to the form, with what was typed. */
  onStartAgain: () => void;
}

/** Money out: as a rule nothing more happens before somebody of the provider has decided. */
export function PayoutFiled({ filed, onStartAgain }: PayoutFiledProps) {
  const canViewTransactions = useCan('canViewTransactions');
  const { id, status } = filed.transaction;
  const { state, title, text } = wordsOf(filed);
  return (
    <Outcome
      state={state}
      title={title}
      actions={
        canViewTransactions || state === 'bad' ? (
          <>
            {state === 'bad' ? <Button onClick={onStartAgain}>Start again</Button> : null}
            {canViewTransactions ? (
              <ButtonLink
                to={paths.client.transactions({ search: id, range: 'all' })}
                icon={<ArrowRight />}
              >
                View in Transactions
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      <span className="mt-2">
        <TransactionStatusBadge status={status} />
      </span>
      <p className="mt-2 text-muted">{text}</p>
    </Outcome>
  );
}

interface Words {
  readonly state: OutcomeState;
  readonly title: string;
  readonly text: string;
}

/** A try that went through unseen is answered as it stands by now: it may have ended long ago. */
function wordsOf({ transaction, values, account }: FiledRequest): Words {
  const { amount, status, reason } = transaction;
  const sum = formatUgx(amount);
  const receiver = values.phoneNumber.trim();
  const place = account?.accountName ?? 'the account';
  if (status === 'completed') {
    return {
      state: 'good',
      title: `${sum} was sent to ${receiver}`,
      text: `It has left ${place}. Nothing of it is held any more.`,
    };
  }
  if (status === 'failed') {
    const why = reason ? `${reason.replace(/\.?$/, '.')} ` : '';
    return {
      state: 'bad',
      title: `${sum} was not sent to ${receiver}`,
      text: `${why}Nothing of it is held on ${place} any more.`,
    };
  }
  return {
    state: 'waiting',
    title: `${sum} to ${receiver} waits for approval`,
    text: `The provider has to approve it. Until then ${heldText(transaction)} held on ${place}; if it is rejected, all of it is free again.`,
  };
}
