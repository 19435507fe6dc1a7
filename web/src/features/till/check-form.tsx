import {
  doubtOf,
  factsInMessage,
  isUnclear,
  isWithoutReference,
  referenceIn,
} from '@sente/contract/message-reference';
import {
  messageMaxLength,
  referenceBody,
  tillCalls,
  type ReferenceCheck,
} from '@sente/contract/till';
import type { Mode } from '@sente/contract/test-mode';
import { ArrowLeft } from 'lucide-react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { CheckResult, type Checked } from './check-result.tsx';
import { byDevice, patiently, useSending } from './till-calls.ts';

/** Nobody gets messages there. */
const whereInTest =
  'As Network Reference on the page of a payment, under API Transactions in test mode';

interface CheckFormProps {
  mode: Mode;
  reference: string;
  onChange: (reference: string) => void;
  /** Null: what was shown is being checked anew. */
  onChecked: (checked: Checked | null) => void;
  checked: Checked | null;
  onBack: () => void;
}

/** A customer shows a message; its reference says whether the money is ours. */
export function CheckForm(props: CheckFormProps) {
  const { mode, reference, onChange, checked, onChecked, onBack } = props;
  const { errors, failure, isBusy, send } = useSending(referenceBody, 'It could not be checked');
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onChecked(null);
    void send({ reference }, async (body) => {
      const found = (
        await patiently((signal) => call(tillCalls.check, { body, signal, ...byDevice }))
      ).data;
      const said = { reference: referenceIn(body.reference), ...factsInMessage(body.reference) };
      const unread = isWithoutReference(body.reference) ? body.reference : null;
      onChecked({ said, unread, found: withOwnCheck(client, said, found) });
      // What was not found may be mistyped.
      if (found.answer !== 'not-found') onChange('');
    });
  }

  /** A message has no lines of its own to begin. */
  function sendWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <div className="grid gap-4">
      <form
        noValidate
        onSubmit={submit}
        aria-label="Check a message"
        className="flex flex-col gap-5 rounded-lg border bg-surface p-4"
      >
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-base">Check SMS</h2>
          <Button size="lg" icon={<ArrowLeft />} onClick={onBack}>
            Back
          </Button>
        </div>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        <TextAreaField
          ref={field}
          label="Reference of the Message"
          rows={3}
          isLarge
          enterKeyHint="go"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={messageMaxLength}
          value={reference}
          onKeyDown={sendWithEnter}
          onChange={({ target }) => onChange(target.value)}
          error={errors['reference']}
          hint={
            mode === 'test'
              ? whereInTest
              : "The network's transaction id or TID, or paste the whole message"
          }
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          busy={isBusy}
          busyLabel="Checking..."
        >
          Check
        </Button>
      </form>
      {checked ? <CheckResult {...checked} /> : null}
    </div>
  );
}

/**
 * The server takes a second question within a minute for the first one, sent again on a bad line. Here it is known that
 * the first was answered, so somebody shows the same message again.
 */
function withOwnCheck(
  client: QueryClient,
  said: Checked['said'],
  found: ReferenceCheck,
): ReferenceCheck {
  const { payment } = found;
  if (!payment) return found;
  const answered = key('till', 'checked', said.reference);
  const before = client.getQueryData<string>(answered);
  if (!doubtOf(said, payment) && !isUnclear(said))
    client.setQueryData(answered, new Date().toISOString());
  if (!before || payment.checkedAt !== null) return found;
  const checkedBy = { tillName: null, cashierName: null };
  return { ...found, payment: { ...payment, checkedAt: before, checkedBy } };
}
