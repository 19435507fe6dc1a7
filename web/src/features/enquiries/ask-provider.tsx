import type { OwnEnquiry } from '@sente/contract/enquiries';
import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { enquiryQueries } from './enquiry-queries.ts';

const AskDialog = lateWindow(() => import('./ask-dialog.tsx'));

/** What the company asked the provider, with the answers, and the way to ask more. */
export function AskProvider() {
  const { data, failure, isLoading } = queryState(useQuery(enquiryQueries.own));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Higher limits and other terms"
      description="The provider decides about limits, fees and ceilings. Ask here, and read the answer here."
      actions={
        <Button
          size="sm"
          aria-haspopup="dialog"
          icon={<MessageSquare />}
          onClick={() => setIsOpen(true)}
        >
          Ask the Provider
        </Button>
      }
    >
      {failure ? (
        <ErrorPanel
          title="Failed to load what was asked"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading what was asked" /> : null}
      {data?.length === 0 ? <p className="text-muted">Nothing was asked yet.</p> : null}
      <ul aria-label="What was asked" className="-my-3 divide-y empty:hidden">
        {data?.map((enquiry) => (
          <Asked key={enquiry.id} enquiry={enquiry} />
        ))}
      </ul>
      <AskDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  );
}

function Asked({ enquiry: { message, askedBy, askedAt, answer } }: { enquiry: OwnEnquiry }) {
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 max-w-prose wrap-anywhere whitespace-pre-line">{message}</p>
        {answer ? (
          <Badge tone="success">Answered</Badge>
        ) : (
          <Badge tone="warning">Waits for an answer</Badge>
        )}
      </div>
      <p className="text-13 text-muted">
        {askedBy}, <DateText value={askedAt} format="shortTime" />
      </p>
      {answer ? (
        <div className="max-w-prose border-l-2 pl-3">
          <p className="wrap-anywhere whitespace-pre-line">
            {answer.text ?? 'The provider has answered you in another way.'}
          </p>
          <p className="text-13 text-muted">
            The provider, <DateText value={answer.at} format="shortTime" />
          </p>
        </div>
      ) : null}
    </li>
  );
}
