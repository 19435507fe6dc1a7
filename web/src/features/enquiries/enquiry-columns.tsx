import type { Enquiry } from '@sente/contract/enquiries';
import { Badge } from '../../ui/badge.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import type { Column } from '../../ui/table.tsx';

export const enquiryColumns: readonly Column<Enquiry>[] = [
  {
    key: 'from',
    header: 'From',
    primary: true,
    isTwoLine: true,
    cell: ({ name, email, company }) => (
      <>
        {name}
        <span className="block text-13 font-normal wrap-anywhere text-muted">
          {company ? `Of ${company.name}` : email}
        </span>
      </>
    ),
  },
  {
    key: 'message',
    header: 'Message',
    phone: 'line',
    isTwoLine: true,
    cell: ({ message, answer }) => (
      <>
        <span className="line-clamp-2 max-w-prose wrap-anywhere">{message}</span>
        {answer && (answer.note ?? answer.text) ? (
          <span className="line-clamp-2 text-13 wrap-anywhere text-muted">
            {answer.note ?? answer.text}
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'received',
    header: 'Received',
    phone: 'named',
    isTwoLine: true,
    className: 'whitespace-nowrap',
    cell: ({ receivedAt }) => (
      <>
        <DateText value={receivedAt} />{' '}
        <RelativeTime value={receivedAt} className="text-muted sm:block sm:text-xs" />
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'aside',
    isTwoLine: true,
    className: 'whitespace-nowrap',
    cell: ({ answer }) =>
      answer ? (
        <>
          {answer.isUndelivered ? (
            <Badge tone="danger">Not delivered</Badge>
          ) : (
            <Badge tone="success">Answered</Badge>
          )}
          <span className="block text-xs text-muted">{answer.by}</span>
        </>
      ) : (
        <Badge tone="info">New</Badge>
      ),
  },
];
