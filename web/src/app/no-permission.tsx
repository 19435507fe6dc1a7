import { LockKeyhole } from 'lucide-react';

interface NoPermissionProps {
  heading: string;
  text: string;
}

/** Stands in place of a page that the user's roles do not open. */
export function NoPermission({ heading, text }: NoPermissionProps) {
  return (
    <section className="flex flex-col items-center rounded-lg border bg-surface px-6 py-20 text-center">
      <span
        aria-hidden="true"
        className="mb-3 grid size-10 place-items-center rounded-lg border bg-surface-sunken text-muted"
      >
        <LockKeyhole className="size-5" />
      </span>
      <h1 className="text-base">{heading}</h1>
      <p className="mt-1 max-w-sm text-muted">{text}</p>
    </section>
  );
}
