import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { errorText } from '../api/error-text.ts';
import { Button } from './button.tsx';
import { notify } from './toast.tsx';

interface ChangeButtonProps<Input, Result> extends Omit<
  ComponentProps<typeof Button>,
  'busy' | 'onClick'
> {
  change: Pick<UseMutationResult<Result, Error, Input>, 'mutateAsync' | 'isPending'>;
  input: Input;
  /** Shown in a toast; undefined where the screen shows the result. */
  done?: ((result: Result) => string) | undefined;
  /** Shown when the server refuses without a reason. */
  failed: string;
}

/** A button that makes a change without a confirmation. */
export function ChangeButton<Input, Result>(props: ChangeButtonProps<Input, Result>) {
  const { change, input, done, failed, ...button } = props;

  async function send(): Promise<void> {
    try {
      const result = await change.mutateAsync(input);
      if (done) notify.success(done(result));
    } catch (error) {
      notify.error(errorText(error, failed));
    }
  }

  return <Button {...button} busy={change.isPending} onClick={send} />;
}
