import type { UseFormRegisterReturn } from 'react-hook-form';
import { sentWhenActivated } from './invitation.ts';

export type Access = 'invitation' | 'password';

const chosenByLink = 'They choose their own password with a link, within 72 hours.';

const choicesFor = (isActive: boolean): readonly (readonly [Access, string, string])[] => [
  ['invitation', 'Invite by email', isActive ? chosenByLink : `${sentWhenActivated}.`],
  ['password', 'Type a password', 'They must change it at their first sign-in.'],
];

interface AccessChoiceProps extends UseFormRegisterReturn {
  /** Whether the new user can sign in at once. */
  isActive: boolean;
}

/** How a new user gets a password. */
export function AccessChoice({ isActive, ...props }: AccessChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">Access</legend>
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-5">
        {choicesFor(isActive).map(([value, label, hint]) => (
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
