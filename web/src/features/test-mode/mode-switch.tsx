import { networks } from '@sente/contract/networks';
import { FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { joinedErrors } from '../../api/error-text.ts';
import { getMode, keepMode, wishedPage, wishForTestMode } from '../../lib/mode.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast.tsx';

/** A new document: nothing that was loaded in the other mode is left, neither on screen nor in memory. */
function openAnew(path = paths.client.home()): void {
  window.location.assign(path);
}

function leaveTestMode(): void {
  keepMode('live');
  openAnew();
}

/**
 * Opens a page of test mode, or says why it cannot. Whoever opens another page meanwhile is switched all the same:
 * the wish is kept, and the next page goes on with it.
 */
export function useEnterTestMode(path = paths.client.home()): {
  enter: () => void;
  isBusy: boolean;
} {
  const [isBusy, setIsBusy] = useState(false);
  const enter = async () => {
    setIsBusy(true);
    wishForTestMode(path);
    try {
      // The server may have no test mode, and the first to come waits for it to start.
      await call(networks.list, { mode: 'test' });
    } catch (error) {
      keepMode('live');
      notify.error(joinedErrors(error, 'Failed to switch to test mode'));
      setIsBusy(false);
      return;
    }
    if (keepMode('test')) openAnew(path);
    else notify.error('This browser keeps nothing, so it cannot stay in test mode.');
  };
  return { enter: () => void enter(), isBusy };
}

/** In the top bar of a company's portal. */
export function ModeSwitch() {
  const [wish] = useState(() => (getMode() === 'live' ? wishedPage() : null));
  const { enter, isBusy } = useEnterTestMode(wish ?? undefined);
  const goOn = useRef(enter);
  useEffect(() => {
    if (wish !== null) goOn.current();
  }, [wish]);
  if (getMode() === 'test') {
    return (
      <IconButton
        label="Switch to live mode"
        icon={<FlaskConical />}
        aria-pressed
        className="bg-test text-on-test hover:not-disabled:bg-test hover:not-disabled:text-on-test"
        onClick={leaveTestMode}
      />
    );
  }
  return (
    <>
      <IconButton
        label="Switch to test mode"
        icon={<FlaskConical />}
        busy={isBusy}
        aria-pressed={false}
        onClick={enter}
      />
      {isBusy ? <Switching /> : null}
    </>
  );
}

/** Over the page, which is of live mode: the next press would be too. */
function Switching() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-3 bg-test text-on-test"
    >
      <Spinner className="size-6" />
      <p className="font-medium">Switching to test mode...</p>
      <p className="text-13">The first time it takes a few seconds.</p>
    </div>
  );
}

/** In place of a page that only live mode has. */
export function NotInTestMode() {
  const leave = (): void => {
    keepMode('live');
    openAnew(window.location.pathname);
  };
  return (
    <>
      <PageHeader title="Only in Live Mode" />
      <EmptyState
        icon={<FlaskConical />}
        title="This page is not part of test mode"
        hint="It is about real people, real money or shared devices. In live mode it is as always."
        action={<Button onClick={leave}>Open It in Live Mode</Button>}
      />
    </>
  );
}

/** On every screen, also where there is no top bar. */
export function TestBar() {
  if (getMode() === 'live') return null;
  return (
    <div
      role="status"
      className="flex h-9 items-center justify-center gap-3 bg-test px-3 text-13 font-medium text-on-test"
    >
      <span className="truncate">Test mode: no real money moves</span>
      <button
        type="button"
        className="shrink-0 rounded-md underline underline-offset-2 focus-visible:outline-on-test"
        onClick={leaveTestMode}
      >
        Leave
      </button>
    </div>
  );
}
