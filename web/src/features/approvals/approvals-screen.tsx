import { approvalKinds, approvalTabs, type ApprovalKind } from '@sente/contract/approval-kinds';
import { kindLabels } from '@sente/contract/approval-labels';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useUrlState } from '../../lib/url-state.ts';
import { useCan } from '../../session/permissions.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { PhoneFilters } from '../../ui/folded-filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { Tabs, type Tab } from '../../ui/tabs.tsx';
import { useLastPage } from '../../ui/use-last-page.ts';
import { approvalQueries } from './approval-queries.ts';
import { ApprovalsList } from './approvals-list.tsx';

interface ApprovalsScreenProps<Other extends string> {
  portal: 'admin' | 'client';
  subtitle: string;
  /** Further tabs, with their content. */
  others?: readonly (Tab<Other> & { content: ReactNode })[];
  companyFilter?: (companyId: string, onChange: (companyId: string) => void) => ReactNode;
}

const listState = {
  filters: {
    tab: { fallback: '' },
    kind: { fallback: 'all' },
    company: { fallback: '' },
  },
} as const;

const kindOptions = [
  { value: 'all', label: 'All Kinds' },
  ...approvalKinds.map((kind) => ({
    value: kind,
    label: kind === 'limit' ? 'Limits and settings' : kindLabels[kind],
  })),
];

/** The queue of what waits for a second person, in both portals. */
export function ApprovalsScreen<Other extends string>(props: ApprovalsScreenProps<Other>) {
  const { portal, subtitle, others = [], companyFilter } = props;
  const address = useUrlState(listState);
  const { filters, page } = address;
  const other = others.find(({ id }) => id === filters.tab);
  const canApprove = useCan('canApprovePayouts');
  const canDecide = portal === 'admin' || canApprove;
  const shown = approvalTabs.filter((one) => canDecide || one !== 'waiting');
  const first = useFirstTab(portal === 'client' && filters.tab === '' && shown.includes('waiting'));
  const tab = shown.find((one) => one === filters.tab) ?? first ?? shown[0] ?? 'open';
  const kind = approvalKinds.find((one) => one === filters.kind) ?? 'all';
  const query = useQuery(approvalQueries.list({ tab, kind, companyId: filters.company, page }));
  useLastPage(page, address.setPage, query.isPlaceholderData || other ? undefined : query.data);
  const withCount = (label: string, count: number | undefined) =>
    count ? `${label} (${count})` : label;
  const labels = {
    waiting: withCount('Waiting for me', query.data?.waitingCount),
    open: withCount('All waiting', query.data?.openCount),
    mine: withCount('My requests', query.data?.ownCount),
    decided: 'Decided',
  };
  const tabs: Tab[] = [...shown.map((id) => ({ id, label: labels[id] })), ...others];
  return (
    <>
      <PageHeader title="Approvals" subtitle={subtitle} actions={<RefreshButton query={query} />} />
      <Tabs
        label="Approvals"
        tabs={tabs}
        value={other?.id ?? tab}
        onChange={(next) => address.setFilters({ tab: next, kind: 'all', company: '' })}
      >
        {other ? (
          other.content
        ) : (
          <>
            {portal === 'admin' ? (
              <div className="mb-4 flex flex-wrap gap-2">
                <PhoneFilters
                  spec={{
                    filters: { kind: listState.filters.kind, company: listState.filters.company },
                  }}
                  values={{ kind, company: filters.company }}
                >
                  {companyFilter?.(filters.company, (company) =>
                    address.setFilter('company', company),
                  )}
                  <FilterChoice<'all' | ApprovalKind>
                    label="Kind"
                    options={kindOptions as { value: 'all' | ApprovalKind; label: string }[]}
                    value={kind}
                    onChange={(next) => address.setFilter('kind', next)}
                  />
                </PhoneFilters>
              </div>
            ) : null}
            <ApprovalsList
              key={tab}
              query={query}
              tab={tab}
              portal={portal}
              isFiltered={kind !== 'all' || filters.company !== ''}
              onClear={() => address.setFilters({ kind: 'all', company: '' })}
              onPage={address.setPage}
            />
          </>
        )}
      </Tabs>
    </>
  );
}

/**
 * All that waits, where nothing waits for the reader: an empty tab would hide it. Decided once, so that the list does
 * not change under whoever has just approved the last one.
 */
function useFirstTab(isWanted: boolean): 'open' | undefined {
  const { data } = useQuery({
    ...approvalQueries.list({ tab: 'waiting', kind: 'all', companyId: '', page: 1 }),
    enabled: isWanted,
  });
  const [decided, setDecided] = useState<{ tab: 'open' | undefined } | null>(null);
  if (data && isWanted && decided === null) {
    setDecided({ tab: data.waitingCount === 0 && data.openCount > 0 ? 'open' : undefined });
  }
  return decided?.tab;
}
