export function Mail({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="rounded-sm break-all text-accent-text hover:underline">
      {address}
    </a>
  );
}
