import { settlementWords, type Settlement } from '@sente/contract/settlement';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextField } from '../../ui/field.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ListExport } from '../../ui/list-export.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import { BankAccountsCard } from './bank-accounts-card.tsx';
import { stoppedId } from './settle-button.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import { ownColumns } from './settlement-columns.tsx';
import {
  settlementQueries,
  settlementsPageSize,
  shownStates,
  useCancelSettlement,
} from './settlement-queries.ts';

interface SettlementsViewProps {
  companyId: string;
  /** Asks for settlements, cancels them and schedules them. */
  canSettle: boolean;
  /** Adds and retires bank accounts. */
  canManage: boolean;
  /** Exports what is listed. */
  canExport: boolean;
  /** The address of a transaction; undefined for people who may not see it. */
  hrefFor: ((transactionId: string) => string) | undefined;
  /** The button that sends money to the bank, offered while nothing was sent. */
  settle?: ReactNode;
}

const listState = {
  filters: { state: shownStates, from: { fallback: '' }, to: { fallback: '' } },
} as const;
const stateOptions = shownStates.map((value) => ({
  value,
  label: value === 'all' ? 'All States' : settlementWords[value],
}));

/** Where the money of a company goes, when, and what went. */
export function SettlementsView(props: SettlementsViewProps) {
  const { companyId, canSettle, canManage, canExport } = props;
  const address = useUrlState(listState);
  const { state, from, to } = address.filters;
  const query = useQuery(
    settlementQueries.list({ companyId, state, from, to, page: address.page }),
  );
  const { data: terms } = useQuery(settlementQueries.terms(companyId));
  const { data: banks = [] } = useQuery(settlementQueries.bankAccounts(companyId));
  const hasBank = banks.some((account) => account.state === 'approved');
  const [cancelled, setCancelled] = useState<Settlement | null>(null);
  return (
    <>
      {terms?.isBraked ? (
        // The notice on every page says since when and why.
        <p id={stoppedId} role="status" className="mb-4 text-muted">
          Nothing can be sent to a bank until payouts go on. What was asked for waits until then,
          and has not failed.
        </p>
      ) : null}
      {address.isFiltered || query.data?.totalCount !== 0 ? (
        <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <div className="flex flex-wrap items-end gap-3">
            <FilterChoice
              label="State"
              options={stateOptions}
              value={state}
              onChange={(value) => address.setFilter('state', value)}
            />
            <TextField
              type="date"
              label="Requested from"
              value={from}
              onChange={(event) => address.setFilter('from', event.target.value)}
            />
            <TextField
              type="date"
              label="Requested until"
              value={to}
              onChange={(event) => address.setFilter('to', event.target.value)}
            />
          </div>
          {canExport ? (
            <ListExport
              noun="settlements"
              wanted={{
                list: 'settlements',
                filters: {
                  companyId,
                  state: state === 'all' ? undefined : state,
                  startDate: from || undefined,
                  endDate: to || undefined,
                },
              }}
              count={query.data?.totalCount}
              words={[
                ...(state === 'all' ? [] : [settlementWords[state]]),
                ...(from ? [`from ${formatDate(from)}`] : []),
                ...(to ? [`until ${formatDate(to)}`] : []),
              ]}
            />
          ) : null}
        </div>
      ) : null}
      <NewRows noun="settlements" query={query} />
      <PagedPanel
        query={query}
        failed={{ title: 'Failed to load settlements' }}
        noneYet={noneYet(hasBank, props.settle)}
        filter={{
          title: 'No settlements match.',
          isActive: address.isFiltered,
          onClear: address.clearFilters,
        }}
        caption="Settlements"
        columns={ownColumns(props.hrefFor)}
        rowKey={({ id }) => id}
        rowActions={
          canSettle
            ? (row) =>
                row.state === 'requested' ? (
                  <Button
                    size="sm"
                    variant="danger-ghost"
                    aria-label={`Cancel ${row.reference}`}
                    onClick={() => setCancelled(row)}
                  >
                    Cancel
                  </Button>
                ) : null
            : undefined
        }
        noun="settlements"
        pageSize={settlementsPageSize}
        page={address.page}
        onPage={address.setPage}
      />
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        <BankAccountsCard companyId={companyId} canManage={canManage} />
        <ScheduleCard companyId={companyId} canChange={canSettle} canAddBank={canManage} />
      </div>
      <ConfirmAction
        subject={cancelled}
        change={useCancelSettlement()}
        input={({ id }) => id}
        title={({ reference }) => `Cancel ${reference}?`}
        description="Nothing goes to the bank, and what is held is free again. This cannot be undone."
        confirmLabel="Cancel Settlement"
        cancelLabel="Back"
        busyLabel="Cancelling..."
        tone="danger"
        done="Settlement cancelled"
        failed="Failed to cancel the settlement"
        onClose={() => setCancelled(null)}
      />
    </>
  );
}

function noneYet(hasBank: boolean, settle: ReactNode) {
  return {
    icon: <Landmark />,
    title: 'No settlements yet',
    hint: hasBank
      ? 'What is asked for, or goes by the schedule, shows here until the bank has paid it.'
      : 'Add a bank account below. Once it is approved, money can be sent to it.',
    action: hasBank ? settle : undefined,
  };
}
