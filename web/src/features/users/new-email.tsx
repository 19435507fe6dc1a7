/** Below an email that its owner wants to replace. */
export function NewEmail({ email }: { email: string | null | undefined }) {
  if (!email) return null;
  return (
    <span className="block text-13 wrap-anywhere text-muted">
      {`Waits for confirmation of ${email}`}
    </span>
  );
}
