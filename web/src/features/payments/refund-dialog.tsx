import { networkWord } from '@sente/contract/payments';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { formatUgx } from '@sente/contract/money';
import type { ExpectedApproval } from '@sente/contract/payout-rules';
import { phoneText } from '@sente/contract/phone';
import { newRefundBody, refundReasonMaxLength, refunds } from '@sente/contract/refunds';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { useState } from 'react';
import { type FieldErrors, type Resolver, useWatch } from 'react-hook-form';
import { useNavigate } from '../../lib/router.tsx';
import * as z from 'zod/mini';
import { isUnanswered } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { errorText } from '../../api/error-text.ts';
import { readOne } from '../../api/read.ts';
import { newId } from '../../lib/new-id.ts';
import { paths } from '../../lib/paths.ts';
import { amountToCheck, readAmount } from '../../lib/typed-amount.ts';
import { Banner } from '../../ui/banner.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { notify } from '../../ui/toast.tsx';
import { WhatHappens } from './payout-review.tsx';
import { costHint, payoutCost, useCost } from './request-cost.ts';

type RefundBody = BodyInputOf<typeof refunds.create>;

interface RefundValues {
  amount: string;
  reason: string;
}

interface RefundDialogProps {
  /** A collection that was paid. */
  transaction: TransactionDetails;
  open: boolean;
  onClose: () => void;
}

/** Gives the payer back what was paid, whole or in part, after a look at what it costs and who approves it. */
export default function RefundDialog({ transaction, open, onClose }: RefundDialogProps) {
  const [expected, setExpected] = useState<ExpectedApproval | null>(null);
  const close = () => {
    setExpected(null);
    onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Refund"
      description={
        expected
          ? undefined
          : 'A payout to the number that paid. The payer gets the whole amount: its fee is that of a payout and is added to it, and the fee of the collection is not given back.'
      }
      submitLabel={expected ? 'Refund' : 'Review'}
      busyLabel={expected ? 'Refunding...' : 'Checking...'}
      onBack={expected ? () => setExpected(null) : undefined}
    >
      {/* Starts anew each time it is opened. */}
      {(frame) =>
        open ? (
          <RefundForm {...{ frame, transaction, expected, setExpected }} onDone={close} />
        ) : null
      }
    </FormDialog>
  );
}

interface RefundFormProps {
  frame: FormFrame;
  transaction: TransactionDetails;
  /** The answer of the review, once it was asked for. */
  expected: ExpectedApproval | null;
  setExpected: (expected: ExpectedApproval | null) => void;
  onDone: () => void;
}

function RefundForm({ frame, transaction, expected, setExpected, onDone }: RefundFormProps) {
  const { id, companyId, amount: paid, payment, accountName } = transaction;
  const left = transaction.refunds?.left ?? 0;
  const navigate = useNavigate();
  const { mutateAsync } = useRefund(id);
  // One key per form: however often it is sent, it is one refund.
  const [key] = useState(newId);
  const [isUnknown, setIsUnknown] = useState(false);
  const fields = useContractForm<RefundValues, RefundBody>({
    schema: refundResolver(key, left),
    mode: 'onSubmit',
    values: { amount: String(left), reason: '' },
    submit: async (body) => {
      setIsUnknown(false);
      if (!expected) {
        const { amount } = body;
        setExpected((await call(refunds.review, { params: { id }, body: { amount } })).data);
        return;
      }
      const { data } = await mutateAsync(body);
      notify.success(`${formatUgx(data.amount)} is being refunded`);
      fields.form.reset();
      onDone();
      navigate(paths.client.transaction(data.id));
    },
    failed: (error) => {
      setIsUnknown(expected !== null && isUnanswered(error));
      setExpected(null);
      return errorText(error, 'The refund could not be made');
    },
    isInline: true,
  });
  const values = useWatch({ control: fields.form.control }) as RefundValues;
  const circumstances = {
    kind: 'send-money' as const,
    cost: useCost(companyId, 'send-money'),
    available: undefined,
  };
  const { fee, total } = payoutCost(values.amount, circumstances);
  const amount = fields.field('amount');
  return (
    <DialogForm label="Refund" frame={frame} form={fields}>
      <DetailList
        columns={2}
        items={[
          { label: 'Paid', value: <Money amount={paid} /> },
          { label: 'Left to refund', value: <Money amount={left} /> },
          {
            label: 'To',
            value: `${phoneText(payment?.phoneNumber ?? '')} (${networkWord(payment?.network ?? '')})`,
          },
          { label: 'From', value: accountName },
          ...(expected
            ? [
                { label: 'Amount', value: <Money amount={readAmount(values.amount)} /> },
                { label: 'Fee', value: fee === null ? 'Not known yet' : <Money amount={fee} /> },
                {
                  label: 'Held in all',
                  value: <Money amount={total} className="font-semibold" />,
                },
              ]
            : []),
        ]}
      />
      {expected ? <WhatHappens expected={expected} /> : null}
      {/* Hidden and not removed, so that Back finds everything as it was typed. */}
      <div hidden={expected !== null} className="flex flex-col gap-5 [[hidden]]:hidden">
        <MoneyField
          label="Amount"
          required
          readOnly={fields.isBusy}
          {...amount}
          error={tooMuch(readAmount(values.amount), left) ?? amount.error}
          hint={`${mostText(left)} · ${costHint(values.amount, circumstances)}`}
        />
        <TextAreaField
          label="Reason"
          rows={2}
          counter
          maxLength={refundReasonMaxLength}
          readOnly={fields.isBusy}
          {...fields.field('reason')}
          hint="Optional. For your own people; the payer is not told."
        />
        {payment?.voucher ? (
          <Banner tone="warning" title="The voucher stays sold">
            The payer keeps the code, and it does not come back into stock.
          </Banner>
        ) : null}
      </div>
      {isUnknown ? (
        <Banner tone="warning" title="The refund may have been made">
          Try again without changing anything: the same form makes one refund, however often it is
          sent.
        </Banner>
      ) : null}
    </DialogForm>
  );
}

function useRefund(id: string) {
  return useChange({
    send: (body: RefundBody) => call(refunds.create, { params: { id }, body, read: readOne }),
    ...movesMoney,
  });
}

function mostText(left: number): string {
  return `At most ${formatUgx(left)} of it can be refunded`;
}

/** Said while typing: no fee changes it. */
function tooMuch(amount: number, left: number): string | undefined {
  return amount > left ? mostText(left) : undefined;
}

/** The contract's rules, and what is left. */
function refundResolver(
  idempotencyKey: string,
  left: number,
): Resolver<RefundValues, unknown, RefundBody> {
  return ({ amount, reason }) => {
    const body = { amount: amountToCheck(amount), reason, idempotencyKey };
    const result = z.safeParse(newRefundBody, body);
    const excess = result.success ? tooMuch(result.data.amount, left) : undefined;
    if (result.success && !excess) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of result.error?.issues ?? []) {
      errors[String(path[0])] ??= { type: 'custom', message };
    }
    if (excess) errors['amount'] = { type: 'custom', message: excess };
    return { values: {}, errors: errors as FieldErrors<RefundValues> };
  };
}
