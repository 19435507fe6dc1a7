import type { PaymentLink } from '@sente/contract/payment-links';
import { useQuery } from '@tanstack/react-query';
import { Ban, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { linkColumns } from './payment-link-columns.tsx';
import {
  linksPageSize,
  loadFailure,
  paymentLinkQueries,
  useStopLink,
} from './payment-link-queries.ts';

const columns: readonly Column<PaymentLink>[] = [
  ...linkColumns,
  {
    key: 'address',
    header: 'Address',
    cell: ({ url, state }) => (state === 'active' ? <Address url={url} /> : '-'),
  },
];

/** Where people pay a company without an order of it, on its page in the back-office. */
export default function CompanyLinks({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(1);
  const [stopping, setStopping] = useState<PaymentLink | null>(null);
  const mayStop = useCan('staffCompanies');
  const stop = useStopLink();
  const request = { companyId, state: 'all', search: '', page } as const;
  return (
    <Card title="Payment Links" description="Made by the company; the provider can stop one">
      <PagedPanel
        query={useQuery(paymentLinkQueries.list(request))}
        failed={{ title: loadFailure }}
        noneYet={{
          icon: <Link2 />,
          title: 'No payment links yet.',
          hint: 'The company makes them under Payment Links in its portal and sends or prints them for its customers. Each is listed here then, with what was paid and its address.',
        }}
        caption="Payment links"
        columns={columns}
        rowKey={({ id }) => id}
        rowActions={
          mayStop
            ? (link) =>
                link.endedAt ? null : (
                  <IconButton
                    label={`Stop ${link.purpose}`}
                    icon={<Ban />}
                    onClick={() => setStopping(link)}
                  />
                )
            : undefined
        }
        noun="payment links"
        pageSize={linksPageSize}
        page={page}
        onPage={setPage}
      />
      <NoteDialog
        subject={stopping}
        change={stop}
        values={({ id }) => ({ id })}
        noteLabel="Reason"
        noteHint="The people of the company read it on the page of the link."
        title={({ purpose }) => `Stop ${purpose}?`}
        description="Nobody pays with this link from now on. Payments under way are finished. The company can make another one."
        confirmLabel="Stop Link"
        busyLabel="Stopping..."
        done={() => 'The payment link is stopped'}
        failed="Failed to stop the payment link"
        onClose={() => setStopping(null)}
      />
    </Card>
  );
}

/** What the payers of the company see, so that staff can look at it. */
function Address({ url }: { url: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 align-middle">
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        title={url}
        className="relative max-w-40 min-w-0 truncate rounded-sm text-13 text-accent-text underline underline-offset-3"
      >
        {url.replace(/^https?:\/\//, '')}
        <span className="sr-only"> (opens a new tab)</span>
      </a>
      <CopyButton value={url} label="Payment link" />
    </span>
  );
}
