import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from '../../lib/router.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpenings } from '../../lib/use-openings.ts';
import { useCan } from '../../session/permissions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CancelPayout } from '../../ui/cancel-payout.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MovementBadge } from '../../ui/status-badges.tsx';
import { useActiveAccounts } from './active-accounts.tsx';
import { CollectionProgress } from './collection-progress.tsx';
import { Outcome, type OutcomeState } from './outcome.tsx';
import { useSellableProducts } from './product-field.tsx';
import { isPayout, type RequestKind, requestTexts } from './quick-action.ts';
import { heldText } from './request-cost.ts';
import { RequestForm } from './request-form.tsx';
import type { RequestValues } from './request-values.ts';
import type { FiledRequest } from './use-request-form.ts';

interface RequestDialogProps {
  companyId: string;
  kind: RequestKind;
  open: boolean;
  onClose: () => void;
  /** What is known already, such as a recipient. */
  startsWith?: Partial<RequestValues> | undefined;
}

interface Progress {
  readonly filed: FiledRequest | null;
  /** The values of a failed attempt. */
  readonly typedBefore: RequestValues | undefined;
}

interface StateWithFiled {
  readonly filedRequest?: { readonly kind: RequestKind; readonly filed: FiledRequest };
}

/**
 * The filed request is kept in the history entry: a reload shows its progress instead of an empty
 * form that would ask the payer a second time.
 */
function useFiledInHistory(kind: RequestKind) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { filedRequest } = (state ?? {}) as StateWithFiled;
  return {
    kept: filedRequest?.kind === kind ? filedRequest.filed : null,
    keep: (filed: FiledRequest | null) => {
      const next: StateWithFiled | null = filed && { filedRequest: { kind, filed } };
      navigate(pathname + search, { replace: true, state: next });
    },
  };
}

/** Requests money in or out, then shows the result. */
export default function RequestDialog(props: RequestDialogProps) {
  const { companyId, kind, open, onClose, startsWith } = props;
  const texts = requestTexts[kind];
  const { kept, keep } = useFiledInHistory(kind);
  const [{ filed, typedBefore }, setProgress] = useState<Progress>({
    filed: kept,
    typedBefore: undefined,
  });
  const [isReviewing, setIsReviewing] = useState(false);
  const [isFiledHere, setIsFiledHere] = useState(false);
  useOpenings(open, () => {
    if (open) setProgress({ filed: kept, typedBefore: undefined });
    setIsReviewing(false);
    setIsFiledHere(false);
  });
  const { accounts, products, instead } = useFormData(companyId, kind, open);
  const { title, submitLabel, busyLabel } = texts;
  const dialog = { open, onClose, title, submitLabel, busyLabel };

  if (filed) {
    const startAgain = () => {
      setProgress({ filed: null, typedBefore: filed.values });
      keep(null);
    };
    return (
      <FormDialog
        {...dialog}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        {() =>
          isPayout(kind) ? (
            <PayoutFiled filed={filed} onStartAgain={startAgain} />
          ) : (
            <CollectionProgress
              companyId={companyId}
              filed={filed}
              // Not after a reload: the code is shown once.
              showsVoucher={isFiledHere}
              onStartAgain={startAgain}
            />
          )
        }
      </FormDialog>
    );
  }
  return (
    <FormDialog
      {...dialog}
      description={isReviewing ? undefined : texts.description}
      {...(isPayout(kind) && !isReviewing ? reviewLabels : null)}
      onBack={isReviewing ? () => setIsReviewing(false) : undefined}
      footer={accounts && products ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      {(frame) =>
        accounts && products ? (
          <RequestForm
            {...{ ...frame, companyId, kind, accounts, products }}
            {...{ typedBefore, startsWith, isReviewing, setIsReviewing }}
            onFiled={(next) => {
              setIsReviewing(false);
              setIsFiledHere(true);
              setProgress({ filed: next, typedBefore: undefined });
              keep(next);
            }}
          />
        ) : (
          instead
        )
      }
    </FormDialog>
  );
}

/** What the form starts with; what to show instead until it is there. */
function useFormData(companyId: string, kind: RequestKind, isWanted: boolean) {
  const isSale = kind === 'sell-voucher';
  const ofAccounts = useActiveAccounts(companyId, isWanted);
  const ofProducts = useSellableProducts(companyId, isWanted && isSale);
  return {
    accounts: ofAccounts.accounts,
    products: isSale ? ofProducts.products : noProducts,
    instead: ofAccounts.instead ?? ofProducts.instead,
  };
}

const noProducts = [] as const;
const reviewLabels = { submitLabel: 'Review', busyLabel: 'Checking...' };

interface PayoutFiledProps {
  filed: FiledRequest;
  /** Back to the form, with its input. */
  onStartAgain: () => void;
}

/** Waits, or is on its way. */
function PayoutFiled({ filed, onStartAgain }: PayoutFiledProps) {
  const canViewTransactions = useCan('canViewTransactions');
  const [isCancelled, setIsCancelled] = useState(false);
  const { id, status, apiTransactionId } = filed.transaction;
  const { state, title, text } = isCancelled ? cancelledOf(filed) : outcomeOf(filed);
  // Two people at the provider decide about one that only waits because payouts are stopped.
  const canCancel = state === 'waiting' && filed.approval !== 'none';
  return (
    <Outcome
      state={state}
      title={title}
      actions={
        canViewTransactions || state === 'bad' || canCancel ? (
          <>
            {canCancel && apiTransactionId ? (
              <CancelPayout approvalId={apiTransactionId} onDone={() => setIsCancelled(true)} />
            ) : null}
            {state === 'bad' ? <Button onClick={onStartAgain}>Start again</Button> : null}
            {canViewTransactions ? (
              <ButtonLink to={paths.client.transaction(id)} icon={<ArrowRight />}>
                View payment
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      <span className="mt-2">
        <MovementBadge status={isCancelled ? 'failed' : status} />
      </span>
      <p className="mt-2 text-muted">{text}</p>
    </Outcome>
  );
}

interface OutcomeTexts {
  readonly state: OutcomeState;
  readonly title: string;
  readonly text: string;
}

/** A repeated request is answered with its current state, which may be final. */
function outcomeOf(filed: FiledRequest): OutcomeTexts {
  const { transaction, values, account, approval, isBraked } = filed;
  const { amount, status, reason } = transaction;
  const sum = formatUgx(amount);
  const receiver = phoneText(values.phoneNumber);
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
  if (approval === 'none' && isBraked) {
    return {
      state: 'waiting',
      title: `${sum} to ${receiver} waits`,
      text: `Payouts of your company are stopped. It is accepted and waits until they are released. Until then ${heldText(transaction)} held on ${place}.`,
    };
  }
  if (approval === 'none') {
    return {
      state: 'under-way',
      title: `${sum} to ${receiver} is on its way`,
      text: `The rules of your company let it go at once. Until the network confirms it, ${heldText(transaction)} held on ${place}.`,
    };
  }
  return {
    state: 'waiting',
    title: `${sum} to ${receiver} waits for approval`,
    text: `${approverText(approval)} Until then ${heldText(transaction)} held on ${place}; if it is rejected, all of it is free again.${isBraked ? ' Payouts of your company are stopped: once approved, it waits until they are released.' : ''}`,
  };
}

function cancelledOf({ transaction, account }: FiledRequest): OutcomeTexts {
  return {
    state: 'bad',
    title: `${formatUgx(transaction.amount)} was not sent`,
    text: `You withdrew it. Nothing of it is held on ${account?.accountName ?? 'the account'} any more.`,
  };
}

function approverText(approval: FiledRequest['approval']): string {
  if (approval === 'colleague') return 'A colleague has to approve it.';
  return approval === 'colleague_and_provider'
    ? 'A colleague has to approve it, and then the provider.'
    : 'The provider has to approve it.';
}
