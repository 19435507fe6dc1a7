import type { ApiRequest, ApiRequestDetails } from '@sente/contract/api-requests';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Column } from '../../ui/table.tsx';
import { apiRequestQueries } from './api-request-queries.ts';

export function requestColumns(open: (id: string) => void): readonly Column<ApiRequest>[] {
  return [
    {
      key: 'path',
      header: 'Request',
      className: 'max-w-120',
      cell: ({ id, method, path }) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => open(id)}
          className="-mx-1 rounded-md px-1 text-left font-mono text-xs wrap-anywhere hover:underline hover:underline-offset-3"
        >
          {method} {path}
        </button>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      phone: 'aside',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'error',
      header: 'Error',
      phone: 'named',
      cell: ({ errorCode }) => errorCode ?? <span className="text-muted">None</span>,
    },
    {
      key: 'key',
      header: 'Key',
      spare: 2,
      phone: 'line',
      cell: ({ keyName }) => (
        // A name of several words would give every row a second line.
        <span className="block sm:max-w-44 sm:truncate" title={keyName ?? undefined}>
          {keyName ?? 'Deleted key'}
        </span>
      ),
    },
    {
      key: 'duration',
      header: 'Took',
      spare: 1,
      align: 'right',
      phone: 'line',
      className: 'whitespace-nowrap',
      cell: ({ durationMs }) => `${durationMs.toLocaleString('en')} ms`,
    },
    {
      key: 'at',
      header: 'Time',
      phone: 'line',
      cell: ({ at }) => <DateText value={at} format="shortTime" />,
    },
  ];
}

function StatusBadge({ status }: Pick<ApiRequest, 'status'>) {
  return <Badge tone={status < 400 ? 'success' : 'danger'}>{status}</Badge>;
}

interface RequestSheetProps {
  id: string | null;
  onClose: () => void;
}

export function RequestSheet({ id, onClose }: RequestSheetProps) {
  const { data, failure } = queryState(
    useQuery({ ...apiRequestQueries.one(id ?? ''), enabled: id !== null }),
  );
  return (
    <Sheet
      open={id !== null}
      onClose={onClose}
      size="lg"
      title={data ? `${data.method} ${data.path.split('?')[0]}` : 'Request'}
    >
      {data ? <RequestDetails request={data} /> : null}
      {!data && failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Request not found', hint: 'Requests are kept for 30 days.' }}
          failedTitle="Failed to load the request"
        />
      ) : null}
      {!data && !failure ? <SkeletonRows count={6} label="Loading request" /> : null}
    </Sheet>
  );
}

function RequestDetails({ request }: { request: ApiRequestDetails }) {
  const { requestBody, answerBody, errorCode, errorMessage } = request;
  return (
    <div className="flex flex-col gap-6">
      <DetailList
        items={[
          { label: 'Status', value: <StatusBadge status={request.status} /> },
          { label: 'Time', value: <DateText value={request.at} format="dateTime" /> },
          { label: 'Request ID', value: <Copyable value={request.id} label="Request ID" /> },
          { label: 'Key', value: request.keyName ?? 'Deleted key' },
          { label: 'From', value: request.address },
          { label: 'Took', value: `${request.durationMs.toLocaleString('en')} ms` },
          ...(errorCode ? [{ label: 'Error', value: `${errorMessage} (${errorCode})` }] : []),
        ]}
      />
      {requestBody ? <CodeBlock label="Request body, masked" text={pretty(requestBody)} /> : null}
      {answerBody ? <CodeBlock label="Answer, masked" text={pretty(answerBody)} /> : null}
      <CodeBlock label="As curl" text={curlOf(request)} canCopy />
      <p className="text-13 text-muted">
        Put your own values in place of those in capital letters and of masked digits, and sign the
        request anew.
      </p>
    </div>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It was cut.
    return text;
  }
}

/** To send it again by hand; signatures are never kept. */
function curlOf({ method, path, requestBody, channelId }: ApiRequestDetails): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const covered = requestBody
    ? '("@method" "@path" "content-digest" "idempotency-key")'
    : '("@method" "@path" "@query")';
  const input = `sente=${covered};created=UNIX_SECONDS;keyid="${channelId}";nonce="NONCE"`;
  return [
    `curl -X ${method} ${quoted(`${globalThis.location.origin}${path}`)}`,
    ...(requestBody
      ? [
          "-H 'Content-Type: application/json'",
          "-H 'Idempotency-Key: IDEMPOTENCY_KEY'",
          "-H 'Content-Digest: sha-256=:DIGEST:'",
        ]
      : []),
    `-H ${quoted(`Signature-Input: ${input}`)}`,
    "-H 'Signature: sente=:SIGNATURE:'",
    ...(requestBody ? [`-d ${quoted(requestBody)}`] : []),
  ].join(' \\\n  ');
}
