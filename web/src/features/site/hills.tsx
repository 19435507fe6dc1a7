/** The hills of Kampala at the foot of the page. */
export function Hills({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1440 180"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={className}
    >
      <circle
        cx="1060"
        cy="96"
        r="46"
        className="fill-warning-soft stroke-warning-line dark:fill-warning-text dark:stroke-none dark:opacity-70"
      />
      <path
        d="M0 120C120 70 220 70 330 112S560 60 700 92s210 46 330-4 250-30 410 18v74H0Z"
        className="fill-accent-soft"
      />
      <path
        d="M0 150c140-44 250-34 380 4s230-40 380-26 240 42 370 12 200-26 310 0v40H0Z"
        className="fill-accent opacity-30"
      />
      <path
        d="M0 172c180-34 320-14 470-4s300-26 480-16 330 18 490-10v38H0Z"
        className="fill-accent opacity-60"
      />
    </svg>
  );
}
