import { moveBody, withdrawBody } from '@sente/contract/product-codes';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import {
  fetchFailure,
  internetProductQueries,
} from '../internet-products/internet-product-queries.ts';
import { useMoveCodes, useWithdrawCodes, type CodesToChange } from './voucher-batch-queries.ts';

export interface CodesChange {
  readonly act: 'withdraw' | 'move';
  readonly codes: CodesToChange;
}

interface ChangeCodesDialogProps {
  companyId: string;
  /** What is asked about; kept while the dialog fades out. */
  change: CodesChange | null;
  open: boolean;
  onClose: () => void;
}

/** Asks for what withdrawing or moving unsold codes needs. */
export default function ChangeCodesDialog(props: ChangeCodesDialogProps) {
  const { companyId, change, open, onClose } = props;
  const isMove = change?.act === 'move';
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={change ? titleOf(change) : ''}
      description={change ? descriptionOf(change) : undefined}
      submitLabel={isMove ? 'Move' : 'Withdraw'}
      busyLabel={isMove ? 'Moving...' : 'Withdrawing...'}
    >
      {(frame) => {
        if (!open || !change) return null;
        const Form = isMove ? MoveForm : WithdrawForm;
        return <Form {...{ frame, companyId, onClose }} codes={change.codes} />;
      }}
    </FormDialog>
  );
}

function titleOf({ act, codes }: CodesChange): string {
  const what = codes.kind === 'code' ? `code ${codes.name}` : 'upload';
  return `${act === 'move' ? 'Move' : 'Withdraw'} ${what}`;
}

function descriptionOf({ act, codes }: CodesChange): string {
  if (codes.kind === 'code') {
    return act === 'move'
      ? `It is sold as ${codes.product} now.`
      : 'It is taken out of sale for good, and stays listed with your reason.';
  }
  const left = codes.left.toLocaleString('en-US');
  const count = `${left} unsold ${codes.left === 1 ? 'code' : 'codes'} of ${codes.name}`;
  const underWay = codes.reserved > 0 ? codes.reserved.toLocaleString('en-US') : null;
  if (act === 'move') {
    const stays = underWay ? ` ${underWay} in a sale under way stay with ${codes.product}.` : '';
    return `${count}. They are sold as ${codes.product} now.${stays}`;
  }
  const follows = underWay ? ` ${underWay} in a sale under way follow if they are not sold.` : '';
  return `${count} are taken out of sale for good, and stay listed with your reason.${follows}`;
}

interface FormProps {
  frame: FormFrame;
  companyId: string;
  codes: CodesToChange;
  onClose: () => void;
}

function WithdrawForm({ frame, companyId, codes, onClose }: FormProps) {
  const { mutateAsync } = useWithdrawCodes(companyId);
  const fields = useContractForm({
    schema: withdrawBody,
    mode: 'onSubmit',
    values: { reason: '' },
    submit: async ({ reason }) => {
      notify.success((await mutateAsync({ codes, reason })) ?? 'Withdrawn');
      onClose();
    },
    failed: 'Failed to withdraw',
    isInline: true,
  });
  return (
    <DialogForm label="Withdraw" frame={frame} form={fields}>
      <TextField
        label="Reason"
        required
        placeholder="For example: a title of the file"
        {...fields.field('reason')}
        readOnly={fields.isBusy}
      />
    </DialogForm>
  );
}

function MoveForm({ frame, companyId, codes, onClose }: FormProps) {
  const { mutateAsync } = useMoveCodes(companyId);
  const query = useQuery(internetProductQueries.list(companyId, { search: '', status: '' }));
  const { data = [], failure, isLoading } = queryState(query);
  const fields = useContractForm({
    schema: moveBody,
    mode: 'onSubmit',
    values: { product: '' },
    submit: async ({ product }) => {
      notify.success((await mutateAsync({ codes, product })) ?? 'Moved');
      onClose();
    },
    failed: 'Failed to move',
    isInline: true,
  });
  const others = data.filter(({ productCode }) => productCode !== codes.product);
  return (
    <DialogForm label="Move" frame={frame} form={fields}>
      <SelectField
        label="Internet Product"
        required
        placeholder="Select an internet product..."
        options={others.map(({ productCode, productName }) => ({
          value: productCode,
          label: `${productName} (${productCode})`,
        }))}
        hint={
          isLoading
            ? 'Loading products...'
            : !failure && others.length === 0
              ? 'There is no other internet product.'
              : undefined
        }
        {...fields.field('product')}
        disabled={fields.isBusy}
      />
      {failure ? <ErrorPanel title={fetchFailure} failure={failure} /> : null}
    </DialogForm>
  );
}
