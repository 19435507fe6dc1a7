import type { UseFormRegisterReturn } from 'react-hook-form';
import { sentWhenActivated } from './invitation.ts';
import { useSendsMail } from './sends-mail.ts';

export type Access = 'invitation' | 'password';

type Choice = readonly [Access, label: string, hint: string];

const byMail = (isActive: boolean): Choice => [
  'invitation',
  'Invite by email',
  isActive
    ? 'They choose their own password with a link, within 72 hours.'
    : `${sentWhenActivated}.`,
];
const byHand: Choice = [
  'invitation',
  'Hand over a link',
  'This installation sends no mail. You get a link for them, with which they choose their own password within 72 hours.',
];
const typed: Choice = [
  'password',
  'Type a password',
  'They must change it at their first sign-in.',
];

interface AccessChoiceProps extends UseFormRegisterReturn {
  /** Whether the new user can sign in at once. */
  isActive: boolean;
}

/** How a new user gets a password. */
export function AccessChoice({ isActive, ...props }: AccessChoiceProps) {
  const choices = [useSendsMail() === false ? byHand : byMail(isActive), typed];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">Access</legend>
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-5">
        {choices.map(([value, label, hint]) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-lg border px-3 py-2.5 hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              value={value}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              {...props}
            />
            <span className="min-w-0">
              <span className="block font-medium">{label}</span>
              <span className="block text-13 text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
