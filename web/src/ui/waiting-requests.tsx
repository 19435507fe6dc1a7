import type { ApprovalKind, LimitSubject } from '@sente/contract/approval-kinds';
import type { Approval } from '@sente/contract/approval';
import { requestLabel } from '@sente/contract/approval-labels';
import { approvals } from '@sente/contract/approvals';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { wholeList } from '../api/query-options.ts';
import { readList } from '../api/read.ts';
import { paths } from '../lib/paths.ts';
import { Banner } from './banner.tsx';
import { Link } from './link.tsx';

interface WaitingRequest {
  readonly kind?: ApprovalKind;
  readonly limitOf?: LimitSubject;
  readonly companyId?: string;
  readonly accountId?: string;
}

/** More are counted. */
const mostShown = 3;

/** For staff: what waits for a second person, the oldest first. */
export const waitingQuery = (request: WaitingRequest, most = mostShown) =>
  queryOptions({
    queryKey: keys.approvals.waiting({ ...request, most }),
    queryFn: async ({ signal }) => {
      const { data, meta } = await call(approvals.list, {
        query: { tab: 'open', ...request, page: '1', pageSize: `${most}` },
        signal,
        read: readList('Failed to load approvals'),
      });
      return { ...wholeList(data), ...meta };
    },
  });

interface WaitingNoticeProps extends WaitingRequest {
  title: string;
}

/** Beside what it changes. Nothing while none waits, or if that is unknown. */
export function WaitingNotice({ title, ...request }: WaitingNoticeProps) {
  const { data } = useQuery(waitingQuery(request));
  if (!data || data.rows.length === 0) return null;
  const more = data.totalCount - data.rows.length;
  return (
    <Banner tone="warning" title={title}>
      <ul className="flex flex-col gap-1">
        {data.rows.map(({ id, sentence }) => (
          <li key={id} className="wrap-anywhere">
            {sentence}{' '}
            <Link to={paths.approval(id)} className="rounded-sm underline underline-offset-3">
              Open the request
            </Link>
          </li>
        ))}
        {more > 0 ? <li>{`And ${more.toLocaleString('en-US')} more.`}</li> : null}
      </ul>
    </Banner>
  );
}

/** Those of one company; the kinds of more are not named. */
const mostOfCompany = 50;

/** Which kinds there are, most first: "Payout (3), Fee (2), Limits". */
function kindsText(rows: readonly Approval[], totalCount: number): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const label = requestLabel(row);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const kinds = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([label, count]) => (count === 1 ? label : `${label} (${count})`));
  return `${kinds.join(', ')}${totalCount > rows.length ? ' and others' : ''}`;
}

/** All that waits about a company, in one line. */
export function WaitingOfCompany({ companyId }: { companyId: string }) {
  const { data } = useQuery(waitingQuery({ companyId }, mostOfCompany));
  const [first] = data?.rows ?? [];
  if (!data || !first) return null;
  const isOne = data.totalCount === 1;
  return (
    <Banner
      tone="warning"
      title={
        isOne
          ? 'A request waits for approval'
          : `${data.totalCount.toLocaleString('en-US')} requests wait for approval`
      }
    >
      {isOne ? first.sentence : `${kindsText(data.rows, data.totalCount)}.`}{' '}
      <Link
        to={isOne ? paths.approval(first.id) : paths.approvals({ tab: 'open', company: companyId })}
        className="rounded-sm underline underline-offset-3"
      >
        {isOne ? 'Open the request' : 'Open the requests'}
      </Link>
    </Banner>
  );
}
