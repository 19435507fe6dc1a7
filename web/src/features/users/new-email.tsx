/** Below an email that is replaced once the new one is confirmed, whoever entered it. */
export function NewEmail({ email }: { email: string | null | undefined }) {
  if (!email) return null;
  return (
    <span className="block text-13 wrap-anywhere text-muted">
      {`Waits for confirmation of ${email} by the link that we sent there`}
    </span>
  );
}
