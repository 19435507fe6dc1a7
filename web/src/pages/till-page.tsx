import type { EndedShift, TillState } from '@sente/contract/till';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorSentences } from '../api/error-text.ts';
import { checkingText, EndedShiftSheet, waitingText } from '../features/till/ended-shift.tsx';
import { forgetSheet, keepSheet, keptSheet } from '../features/till/kept-sheet.ts';
import { PairForm } from '../features/till/pair-form.tsx';
import { PinForm } from '../features/till/pin-form.tsx';
import { shownState } from '../features/till/payment-feed.tsx';
import { ShiftScreen } from '../features/till/shift-screen.tsx';
import {
  endShift,
  isRefused,
  keepState,
  tillQueries,
  type ShownFeed,
} from '../features/till/till-calls.ts';
import { TillFrame } from '../features/till/till-frame.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Banner } from '../ui/banner.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

/** A shared device: paired once, opened with a PIN, and without the session of any person. */
export default function TillPage() {
  const client = useQueryClient();
  const { data: till, isError, refetch } = useQuery(tillQueries.state);
  const [ended, setEnded] = useState(keptSheet);
  const keep = useCallback((state: TillState | null) => keepState(client, state), [client]);
  usePageTitle(till?.tillName ?? 'Till');
  if (ended) {
    return (
      <EndedShiftSheet
        shift={ended}
        onDone={() => {
          forgetSheet();
          setEnded(null);
          void refetch();
        }}
      />
    );
  }
  if (till === undefined) return <Waiting isError={isError} />;
  if (till === null) return <PairForm onPaired={keep} />;
  if (till.shift === null) return <PinForm till={till} onOpened={keep} />;
  return (
    <OpenShift
      till={till}
      shift={till.shift}
      onEnded={(shift) => {
        keepSheet(shift);
        keep({ ...till, shift: null });
        setEnded(shift);
      }}
      onGone={() => void refetch()}
    />
  );
}

function Waiting({ isError }: { isError: boolean }) {
  return (
    <TillFrame title="Till" subtitle={isError ? 'There is no connection.' : 'Loading...'}>
      {isError ? (
        <Banner tone="danger" title="Not connected">
          It is tried again every few seconds.
        </Banner>
      ) : (
        <SkeletonRows count={3} label="Loading the till" />
      )}
    </TillFrame>
  );
}

interface OpenShiftProps {
  till: TillState;
  shift: NonNullable<TillState['shift']>;
  onEnded: (shift: EndedShift) => void;
  /** The server knows better what this device is now. */
  onGone: () => void;
}

function OpenShift({ till, shift, onEnded, onGone }: OpenShiftProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isEnding = useRef(false);
  // As the screen shows them.
  const shown = useQueryClient().getQueryData<ShownFeed>(tillQueries.feed(shift.id).queryKey);
  const asked = shown?.payments.filter(({ state }) => state !== 'paid') ?? [];
  const waiting = asked.filter((payment) => shownState(payment) === 'waiting');
  const checking = asked.filter((payment) => shownState(payment) === 'checking');
  // While there is a line.
  useEffect(() => void ConfirmDialog.preload(), []);

  async function end(): Promise<void> {
    if (isEnding.current) return;
    isEnding.current = true;
    setFailure(null);
    setIsBusy(true);
    try {
      onEnded(await endShift());
    } catch (error) {
      if (isRefused(error, 'shift_ended') || isRefused(error, 'till_unpaired')) onGone();
      setFailure(errorSentences(error, 'The shift was not ended'));
    } finally {
      isEnding.current = false;
      setIsBusy(false);
    }
  }

  return (
    <>
      <ShiftScreen
        till={till}
        shift={shift}
        onEnd={() => setIsAsking(true)}
        // A manager ended it, or nobody used it: the cashier still gets the sum.
        onRefused={(error) => {
          if (isRefused(error, 'shift_ended')) void end();
          if (isRefused(error, 'till_unpaired')) onGone();
        }}
        onSell={onGone}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={end}
        title="End the shift?"
        description={[
          ...(waiting.length > 0 ? [waitingText(waiting)] : []),
          ...(checking.length > 0 ? [checkingText(checking)] : []),
          'You see its sum and can print it. The device then waits for the next PIN.',
        ].join(' ')}
        confirmLabel="End Shift"
        cancelLabel="Back"
        busy={isBusy}
        busyLabel="Ending..."
        error={failure}
      />
    </>
  );
}
