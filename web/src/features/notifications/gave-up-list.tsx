import type { WebhookGaveUp } from '@sente/contract/attention';
import { Webhook } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { EntryHead } from './entry-head.tsx';

interface GaveUpListProps {
  items: readonly WebhookGaveUp[];
  /** Where the last look ended; what came later is marked. */
  seenUntil: string;
}

/** Companies that were not told of their payments; each leads to what can be done about it. */
export function GaveUpList({ items, seenUntil }: GaveUpListProps) {
  return (
    <ul aria-label="Webhooks that gave up" className="divide-y border-b last:border-b-0">
      {items.map((item) => (
        <li key={item.companyId} className="-mx-5 flex gap-3 px-5 py-3">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-lg bg-danger-soft text-danger-text [&_svg]:size-4"
          >
            <Webhook />
          </span>
          <div className="min-w-0 flex-1">
            <EntryHead since={item.since} isNew={item.since > seenUntil}>
              <Link
                to={paths.companyCredentials(item.companyId, { deliveries: 'gave_up' })}
                className="min-h-6 rounded-sm hover:underline hover:underline-offset-3"
              >
                Webhook gave up
              </Link>
            </EntryHead>
            <p className="mt-0.5 text-13 wrap-anywhere text-muted">
              <span className="font-medium text-ink">{item.company}</span>
              {' · '}
              {item.count === 1
                ? '1 event was not delivered'
                : `${item.count} events were not delivered`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
