import { networkWords } from '@sente/contract/payments';
import { phoneDigits, phoneText } from '@sente/contract/phone';
import {
  type ListedRecipient,
  maxPayoutsAddedUp,
  type Recipient,
} from '@sente/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { BookUser, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pageOf } from '../../api/query-options.ts';
import {
  loadFailure,
  recipientQueries,
  useRemoveRecipient,
} from '../../features/recipients/recipient-queries.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { NoValue } from '../../ui/no-value.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Money } from '../../ui/money.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import type { Column } from '../../ui/table.tsx';

const AddRecipientDialog = lateWindow(
  () => import('../../features/recipients/add-recipient-dialog.tsx'),
);
const RenameRecipientDialog = lateWindow(
  () => import('../../features/recipients/rename-recipient-dialog.tsx'),
);

const RequestDialog = lateWindow(() => import('../../features/payments/request-dialog.tsx'));

const heading = {
  title: 'Recipients',
  subtitle: 'Whom your company sends money to, with the name that the network confirmed',
};
const perPage = 20;
const addAction = 'add-recipient';

const columns: readonly Column<ListedRecipient>[] = [
  { key: 'label', header: 'Name', className: 'max-w-72 min-w-40!', cell: ({ label }) => label },
  {
    key: 'phone',
    header: 'Phone',
    phone: 'line',
    cell: ({ phoneNumber, network }) => (
      <>
        <span className="tabular whitespace-nowrap">{phoneText(phoneNumber)}</span>{' '}
        <span className="text-muted">({networkWords[network]})</span>
      </>
    ),
  },
  {
    key: 'checked',
    header: 'Registered To',
    phone: 'named',
    className: 'max-w-72',
    isTwoLine: true,
    cell: ({ checkedName, checkedAt }) =>
      checkedName === null ? (
        <span className="text-muted">Not confirmed</span>
      ) : (
        <>
          {checkedName}
          <span className="text-xs text-muted max-sm:hidden sm:block">
            confirmed <DateText value={checkedAt} />
          </span>
        </>
      ),
  },
  {
    key: 'last',
    header: 'Last Payment',
    spare: 1,
    phone: 'named',
    cell: ({ payouts }) => <DateText value={payouts?.lastAt} empty={payouts ? 'None yet' : '-'} />,
  },
  {
    key: 'total',
    header: 'Sent',
    align: 'right',
    phone: 'aside',
    isTwoLine: true,
    cell: ({ payouts }) => <Sent payouts={payouts} />,
  },
];

/** What was sent in all. */
function Sent({ payouts }: Pick<ListedRecipient, 'payouts'>) {
  if (!payouts || payouts.count === 0) return <NoValue>Nothing yet</NoValue>;
  const { count, amount } = payouts;
  return (
    <>
      <Money amount={amount} className="font-medium" />
      <span className="block text-xs text-muted">{countText(count)}</span>
    </>
  );
}

function paymentsTo({ phoneNumber }: Recipient): string {
  return paths.client.transactions({
    search: phoneText(phoneNumber),
    range: 'all',
    type: 'debit',
  });
}

function countText(count: number): string {
  if (count === maxPayoutsAddedUp) return `the last ${count} payments`;
  return count === 1 ? '1 payment' : `${count} payments`;
}

export default function RecipientsPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany {...heading} failure={loadFailure} />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState({ filters: {} });
  const query = useQuery(recipientQueries.list());
  const canViewTransactions = useCan('canViewTransactions');
  const action = useOverlayParam('action');
  const [renamed, setRenamed] = useState<Recipient | null>(null);
  const [removed, setRemoved] = useState<Recipient | null>(null);
  const [paid, setPaid] = useState<Recipient | null>(null);
  const add = (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-haspopup="dialog"
      onPointerEnter={AddRecipientDialog.preload}
      onFocus={AddRecipientDialog.preload}
      onClick={() => action.open(addAction)}
    >
      Add Recipient
    </Button>
  );
  return (
    <>
      <ListScreen
        heading={heading}
        actions={add}
        address={address}
        query={query}
        filtersHere
        search={{ label: 'Search recipients...' }}
        failed={{ title: 'Error Loading Recipients', message: loadFailure }}
        noneMatch={{ icon: <BookUser />, title: 'No recipients match your search.' }}
        noneYet={{
          icon: <BookUser />,
          title: 'No recipients yet',
          hint: 'Save whom you often send money to, and choose them in Send Money.',
          action: add,
        }}
        caption="Recipients"
        columns={columns}
        rows={(all) => pageOf(found(all, address.search), address.page, perPage)}
        rowKey={({ id }) => id}
        rowHref={canViewTransactions ? paymentsTo : undefined}
        rowActions={(recipient) => (
          <>
            <Button
              size="sm"
              icon={<Send />}
              aria-label={`Send money to ${recipient.label}`}
              aria-haspopup="dialog"
              onPointerEnter={RequestDialog.preload}
              onFocus={RequestDialog.preload}
              onClick={() => setPaid(recipient)}
            >
              Send Money
            </Button>
            <IconButton
              size="sm"
              label={`Rename ${recipient.label}`}
              caption="Rename"
              icon={<Pencil />}
              onClick={() => setRenamed(recipient)}
            />
            <IconButton
              size="sm"
              tone="danger"
              label={`Remove ${recipient.label}`}
              caption="Remove"
              icon={<Trash2 />}
              onClick={() => setRemoved(recipient)}
            />
          </>
        )}
        pager={{ pageSize: perPage, noun: 'recipients' }}
      />
      <AddRecipientDialog
        companyId={companyId}
        open={action.value === addAction}
        onClose={action.close}
      />
      <RequestDialog
        companyId={companyId}
        kind="send-money"
        startsWith={paid ? { phoneNumber: phoneText(paid.phoneNumber), network: paid.network } : {}}
        open={paid !== null}
        onClose={() => setPaid(null)}
      />
      <RenameRecipientDialog
        recipient={renamed}
        open={renamed !== null}
        onClose={() => setRenamed(null)}
      />
      <ConfirmAction
        subject={removed}
        change={useRemoveRecipient()}
        input={({ id }) => id}
        title={({ label }) => `Remove ${label}?`}
        description={({ phoneNumber }) =>
          `${phoneText(phoneNumber)} is no longer offered when money is sent. Payments to it stay as they are.`
        }
        confirmLabel="Remove"
        busyLabel="Removing..."
        done="Recipient removed"
        failed="Failed to remove the recipient"
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

/** By name, confirmed name or a part of the number. */
function found(all: readonly ListedRecipient[], search: string): readonly ListedRecipient[] {
  const text = search.trim().toLowerCase();
  const digits = phoneDigits(search);
  if (text === '') return all;
  return all.filter(
    ({ label, checkedName, phoneNumber }) =>
      label.toLowerCase().includes(text) ||
      checkedName?.toLowerCase().includes(text) ||
      (digits !== null && phoneNumber.includes(digits)),
  );
}
