import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Pager } from '../../ui/pager.tsx';
import { DataTable } from '../../ui/table.tsx';
import { Section, wait } from './kit-parts.tsx';
import { columns, type Company } from './kit-lists.tsx';

export function TableStates() {
  const shared = { columns, rows: [], rowKey: (company: Company) => company.id };
  return (
    <Section title="Table states">
      <DataTable {...shared} caption="Loading companies" loading skeletonRows={3} />
      <DataTable
        {...shared}
        caption="No companies"
        empty={
          <EmptyState
            icon={<Building2 />}
            title="No companies found."
            hint="Create the first one to begin."
            action={
              <Button size="sm" variant="primary" icon={<Plus />}>
                Create Company
              </Button>
            }
          />
        }
      />
      <ErrorPanel
        title="Error Loading Companies"
        message="Failed to connect to the server"
        onRetry={() => wait(800)}
      />
    </Section>
  );
}

export function Pagers() {
  const [page, setPage] = useState(6);
  const shared = { page, onPage: setPage, from: page * 10 - 9, to: page * 10, total: 120 };
  return (
    <Section title="Pagers">
      <Card>
        <div className="flex flex-col gap-4">
          <Pager {...shared} pageCount={12} label="Seven numbers" />
          <Pager {...shared} pageCount={12} maxButtons={5} label="Five numbers" />
          <Pager {...shared} pageCount={12} noun="users" compact label="No numbers" />
        </div>
      </Card>
    </Section>
  );
}
