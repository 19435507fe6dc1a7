import { pinBody, tillCalls, type TillState } from '@sente/contract/till';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { armChime } from './chime.ts';
import { NumberPad } from './number-pad.tsx';
import { byDevice, isRefused, useSending } from './till-calls.ts';
import { TillFrame } from './till-frame.tsx';

const pinLength = 6;

interface PinFormProps {
  till: TillState;
  onOpened: (state: TillState | null) => void;
}

/** The PIN alone says who works: no names are on a screen that anybody sees. */
export function PinForm({ till, onOpened }: PinFormProps) {
  const [pin, setPin] = useState('');
  const { errors, failure, isBusy, send } = useSending(pinBody, 'The shift was not opened');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    // The press that browsers ask for before a page may make sounds.
    void armChime();
    void send({ pin }, async (body) => {
      try {
        onOpened((await call(tillCalls.open, { body, ...byDevice })).data);
      } catch (error) {
        setPin('');
        if (isRefused(error, 'till_unpaired')) onOpened(null);
        if (error instanceof ApiError && error.code === 'till_locked') {
          onOpened({ ...till, isLocked: true });
        }
        throw error;
      }
    });
  }

  return (
    <TillFrame
      mode={till.mode}
      title={till.tillName}
      subtitle={`${till.companyName} · ${till.deviceName}`}
    >
      {till.isLocked ? (
        <Banner tone="danger" title="This device is locked">
          There were too many wrong PINs. A manager unlocks it in the portal, under Tills.
        </Banner>
      ) : null}
      <form
        noValidate
        onSubmit={submit}
        aria-label="Open a shift"
        className={till.isLocked ? 'mt-5' : undefined}
      >
        {failure && !till.isLocked ? (
          <Banner tone="danger" className="mb-4">
            {failure}
          </Banner>
        ) : null}
        <PasswordField
          label="Your PIN"
          ref={field}
          isLarge
          inputMode="none"
          autoComplete="off"
          maxLength={pinLength}
          value={pin}
          onChange={({ target }) => setPin(target.value.replace(/\D/g, ''))}
          error={errors['pin']}
        />
        <div className="mt-4">
          <NumberPad value={pin} onChange={(typed) => setPin(typed.slice(0, pinLength))} />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          className="mt-5"
          busy={isBusy}
          busyLabel="Opening..."
        >
          {till.isLocked ? 'Try Again' : 'Open Shift'}
        </Button>
      </form>
    </TillFrame>
  );
}
