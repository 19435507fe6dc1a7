import type { PaymentLink } from '@sente/contract/payment-links';
import { useQuery } from '@tanstack/react-query';
import { Ban, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import { linkColumns } from './payment-link-columns.tsx';
import {
  linksPageSize,
  loadFailure,
  paymentLinkQueries,
  useStopLink,
} from './payment-link-queries.ts';

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
        noneYet={{ icon: <Link2 />, title: 'No payment links yet.' }}
        caption="Payment links"
        columns={linkColumns}
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
        onPage={setPage}
      />
      <NoteDialog
        subject={stopping}
        change={stop}
        values={({ id }) => ({ id })}
        noteLabel="Reason"
        noteHint="The people of the company read it on the page of the link."
        title={({ purpose }) => `Stop ${purpose}?`}
        description="Nobody pays with this link from now on. What is under way ends. The company can make another one."
        confirmLabel="Stop Link"
        busyLabel="Stopping..."
        done={() => 'The payment link is stopped'}
        failed="Failed to stop the payment link"
        onClose={() => setStopping(null)}
      />
    </Card>
  );
}
