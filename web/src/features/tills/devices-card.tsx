import type { Pairing, TillDetails, TillDevice } from '@sente/contract/tills';
import { Lock, Plus, Tablet, Unplug } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { notify } from '../../ui/toast.tsx';
import NameDialog, { PairingDialog } from './name-dialog.tsx';
import { useAddDevice, useEndShift, useUnlock, useUnpair } from './till-queries.ts';

interface CardProps {
  till: TillDetails;
  canManage: boolean;
}

/** The shared phones and tablets, and who works on them now. */
export function DevicesCard({ till, canManage }: CardProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [unpaired, setUnpaired] = useState<TillDevice | null>(null);
  const [ended, setEnded] = useState<TillDevice | null>(null);
  const add = useAddDevice(till.id);
  const unlock = useUnlock(till.id);
  return (
    <Card
      title="Devices"
      description="Each is paired once, and can be unpaired at any time"
      actions={
        canManage ? (
          <Button
            size="sm"
            icon={<Plus />}
            aria-haspopup="dialog"
            onClick={() => setIsAdding(true)}
          >
            Add Device
          </Button>
        ) : undefined
      }
    >
      {till.devices.length === 0 ? (
        <EmptyState className="py-4" icon={<Tablet />} title="No devices yet" />
      ) : null}
      <ul className="-my-3 divide-y empty:hidden">
        {till.devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-start gap-3 py-3">
            <DeviceFacts device={device} />
            {canManage && device.isLocked ? (
              <Button
                size="sm"
                icon={<Lock />}
                onClick={async () => {
                  try {
                    await unlock.mutateAsync(device.id);
                    notify.success('Device unlocked');
                  } catch (error) {
                    notify.error(errorText(error, 'Failed to unlock the device'));
                  }
                }}
              >
                Unlock
              </Button>
            ) : null}
            {canManage && device.openShift ? (
              <Button size="sm" onClick={() => setEnded(device)}>
                End Shift
              </Button>
            ) : null}
            {canManage ? (
              <Button
                size="sm"
                variant="danger-ghost"
                icon={<Unplug />}
                aria-label={`Unpair ${device.name}`}
                onClick={() => setUnpaired(device)}
              >
                Unpair
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <NameDialog
        open={isAdding}
        what="device"
        onClose={() => setIsAdding(false)}
        onNamed={async (name) => {
          setPairing((await add.mutateAsync({ name })).data);
          setIsAdding(false);
        }}
      />
      <PairingDialog pairing={pairing} onClose={() => setPairing(null)} />
      <ConfirmAction
        subject={unpaired}
        change={useUnpair(till.id)}
        input={({ id }) => id}
        title={({ name }) => `Unpair ${name}?`}
        description="It shows nothing from now on, and an open shift on it ends. To use it again, it is paired anew."
        confirmLabel="Unpair"
        busyLabel="Unpairing..."
        tone="danger"
        done="Device unpaired"
        failed="Failed to unpair the device"
        onClose={() => setUnpaired(null)}
      />
      <ConfirmAction
        subject={ended?.openShift ? ended : null}
        change={useEndShift(till.id)}
        input={({ openShift }) => openShift?.id}
        title={({ openShift }) => `End the shift of ${openShift?.cashierName ?? ''}?`}
        description="The device shows the sum and then waits for a PIN. Payments that were asked for go on."
        confirmLabel="End Shift"
        busyLabel="Ending..."
        tone="danger"
        done="Shift ended"
        failed="Failed to end the shift"
        onClose={() => setEnded(null)}
      />
    </Card>
  );
}

function DeviceFacts({ device }: { device: TillDevice }) {
  const { name, pairedAt, seenAt, isLocked, openShift } = device;
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
        {name}
        {isLocked ? <Badge tone="danger">Locked after wrong PINs</Badge> : null}
        {openShift ? <Badge tone="success">{openShift.cashierName}</Badge> : null}
        {pairedAt ? null : <Badge tone="warning">Waits for its code</Badge>}
      </p>
      <p className="mt-0.5 text-13 text-muted">
        {openShift ? (
          <>
            Shift since <DateText value={openShift.openedAt} format="shortTime" />
          </>
        ) : (
          <>
            Last seen <DateText value={seenAt} format="shortTime" empty="never" />
          </>
        )}
      </p>
    </div>
  );
}
