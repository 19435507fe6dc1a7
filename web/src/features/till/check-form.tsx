import {
  factsInMessage,
  referenceInMessage,
  type MessageFacts,
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
import { useEffect, useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { CheckResult, type Checked } from './check-result.tsx';
import { byDevice, patiently, useSending } from './till-calls.ts';

/** Nobody gets messages there. */
const whereInTest =
  'As Network Reference on the page of a payment, under API Transactions in test mode';

interface CheckFormProps {
  mode: Mode;
  reference: string;
  onChange: (reference: string) => void;
  onBack: () => void;
}

/** A customer shows a message; its reference says whether the money is ours. */
export function CheckForm({ mode, reference, onChange, onBack }: CheckFormProps) {
  const [checked, setChecked] = useState<Checked | null>(null);
  /** What a pasted message said, until something else is typed. */
  const [pasted, setPasted] = useState<MessageFacts | null>(null);
  const { errors, failure, isBusy, send } = useSending(referenceBody, 'It could not be checked');
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function change(next: string, said: MessageFacts | null): void {
    onChange(next);
    setPasted(said);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(null);
    void send({ reference }, async (body) => {
      const found = (
        await patiently((signal) => call(tillCalls.check, { body, signal, ...byDevice }))
      ).data;
      const told = withOwnCheck(client, body.reference, found);
      setChecked({
        reference: body.reference,
        found: told,
        said: pasted ?? factsInMessage(reference),
      });
      // What was not found may be mistyped.
      if (found.answer !== 'not-found') change('', null);
    });
  }

  /** Of a whole message only its reference is left, so that the cashier sees what is checked. */
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text');
    const found = referenceInMessage(text);
    if (found === null) return;
    event.preventDefault();
    change(found, factsInMessage(text));
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
        <TextField
          ref={field}
          label="Reference of the Message"
          isLarge
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={messageMaxLength}
          value={reference}
          onPaste={paste}
          onChange={({ target }) => change(target.value, null)}
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
  reference: string,
  found: ReferenceCheck,
): ReferenceCheck {
  const { payment } = found;
  if (!payment) return found;
  const answered = key('till', 'checked', reference);
  const before = client.getQueryData<string>(answered);
  client.setQueryData(answered, new Date().toISOString());
  return before && payment.checkedAt === null
    ? { ...found, payment: { ...payment, checkedAt: before } }
    : found;
}
