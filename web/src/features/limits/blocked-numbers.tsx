import type { BlockedNumber } from '@sente/contract/limits';
import { phoneText } from '@sente/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { WaitingNotice } from '../../ui/waiting-requests.tsx';
import { paths } from '../../lib/paths.ts';
import { limitQueries, useUnblockNumber } from './limit-queries.ts';

const BlockNumberDialog = lateWindow(() => import('./block-number-dialog.tsx'));

interface BlockedNumbersProps {
  /** Null for those that no company does payments with. */
  companyId: string | null;
  canChange: boolean;
  description: ReactNode;
}

/** A search takes more time than reading so many. */
const fewNumbers = 10;

/** By digits, however they are grouped and whether with 0 or +256, or by the reason. */
function matches({ phoneNumber, reason }: BlockedNumber, search: string): boolean {
  const text = search.trim().toLowerCase();
  const digits = text.replace(/[\s+]/g, '').replace(/^0/, '');
  return (
    text === '' ||
    reason.toLowerCase().includes(text) ||
    (/^\d+$/.test(digits) && phoneNumber.includes(digits))
  );
}

/** Numbers that the company does no payments with. */
export function BlockedNumbers({ companyId, canChange, description }: BlockedNumbersProps) {
  const isForAll = companyId === null;
  const { data, failure, isLoading } = queryState(useQuery(limitQueries.blocked(companyId)));
  const [isBlocking, setIsBlocking] = useState(false);
  const [search, setSearch] = useState('');
  const shown = data?.filter((number) => matches(number, search)) ?? [];
  const [unblocking, setUnblocking] = useState<BlockedNumber | null>(null);
  return (
    <Card
      title="Blocked numbers"
      description={description}
      actions={
        canChange ? (
          <Button
            size="sm"
            icon={<Ban />}
            aria-haspopup="dialog"
            onClick={() => setIsBlocking(true)}
          >
            Block Number
          </Button>
        ) : null
      }
    >
      {isForAll ? (
        <div className="mb-3 empty:hidden">
          <WaitingNotice
            title="A second person has to approve that a number is unblocked"
            kind="limit"
            limitOf="blocked-number"
          />
        </div>
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading blocked numbers" /> : null}
      {failure ? (
        <ErrorPanel
          title="Failed to load blocked numbers"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {data?.length === 0 ? <p className="text-muted">No number is blocked.</p> : null}
      {data && data.length > fewNumbers ? (
        <SearchInput label="Search blocked numbers" value={search} onChange={setSearch} />
      ) : null}
      {data && data.length > 0 && shown.length === 0 ? (
        <p className="mt-3 text-muted">No blocked number matches your search.</p>
      ) : null}
      {shown.length > 0 ? (
        <ul className="divide-y">
          {shown.map((number) => (
            <li key={number.id} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="tabular font-medium">{phoneText(number.phoneNumber)}</p>
                <p className="text-13 wrap-anywhere text-muted">
                  {number.reason}
                  {number.blockedBy ? `, by ${number.blockedBy}` : ''},{' '}
                  <DateText value={number.blockedAt} />
                </p>
              </div>
              {canChange ? (
                <Button
                  size="sm"
                  aria-label={`Unblock ${phoneText(number.phoneNumber)}`}
                  aria-haspopup="dialog"
                  onClick={() => setUnblocking(number)}
                >
                  Unblock
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <BlockNumberDialog
        open={isBlocking}
        companyId={companyId}
        onClose={() => setIsBlocking(false)}
      />
      <ConfirmAction
        subject={unblocking}
        change={useUnblockNumber(companyId)}
        input={({ id }) => id}
        title={({ phoneNumber }) => `Unblock ${phoneText(phoneNumber)}?`}
        description={
          isForAll
            ? 'A second person has to approve it. Until then the number stays blocked.'
            : 'New payments to and from this number are accepted at once.'
        }
        confirmLabel="Unblock"
        busyLabel="Unblocking..."
        tone={() => 'primary'}
        done={({ phoneNumber }, approvalId: string | null) =>
          approvalId
            ? {
                text: `A second person has to approve that ${phoneText(phoneNumber)} is unblocked`,
                request: paths.approval(approvalId),
              }
            : `${phoneText(phoneNumber)} is unblocked`
        }
        failed="Failed to unblock the number"
        onClose={() => setUnblocking(null)}
      />
    </Card>
  );
}
