import { pairBody, tillCalls, type TillState } from '@sente/contract/till';
import { useEffect, useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { TillFrame } from './till-frame.tsx';
import { byDevice, useSending } from './till-calls.ts';

/** TEST-ABCD-1234, and a space or two. */
const longestCode = 16;

/** Once per device, with the code that a manager sees in the portal. */
export function PairForm({ onPaired }: { onPaired: (state: TillState) => void }) {
  const [code, setCode] = useState(codeInAddress);
  const { errors, failure, isBusy, send } = useSending(pairBody, 'The device was not paired');
  // Not left in the address, where the next person could read it.
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(null, '', window.location.pathname);
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void send({ code }, async (body) =>
      onPaired((await call(tillCalls.pair, { body, ...byDevice })).data),
    );
  }

  return (
    <TillFrame
      title="Pair this device"
      subtitle="A till is a phone or tablet that cashiers share to take mobile-money payments. They open it with a PIN."
      below={<WhatNow />}
    >
      <form noValidate onSubmit={submit} aria-label="Pair this device">
        {failure ? (
          <Banner tone="danger" className="mb-4">
            {failure}
          </Banner>
        ) : null}
        <TextField
          label="Code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="ABCD-1234"
          maxLength={longestCode}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={errors['code']}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          className="mt-5"
          busy={isBusy}
          busyLabel="Pairing..."
        >
          Pair Device
        </Button>
      </form>
    </TillFrame>
  );
}

/** Also for somebody who opened the page by chance: the device is not paired, so nothing is lost by leaving. */
function WhatNow() {
  return (
    <div className="mt-6 text-13 text-muted">
      <h2 className="text-sm text-ink">Where the code comes from</h2>
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        <li>A manager of your company signs in and opens Tills.</li>
        <li>There the manager chooses the till and adds a device.</li>
        <li>Type the code that is shown, or scan its QR code with this device.</li>
      </ol>
      <p className="mt-4">
        Not setting up a till?{' '}
        <Link to={paths.landing()} className="link rounded-sm">
          Back to Sente
        </Link>{' '}
        or{' '}
        <Link to={paths.login()} className="link rounded-sm">
          sign in
        </Link>
      </p>
    </div>
  );
}

/** The QR code has it behind the #, which is sent to no server. */
function codeInAddress(): string {
  return decodeURIComponent(window.location.hash.slice(1)).slice(0, longestCode);
}
