/* Small drawings in the product's colours; the text next to them says the same. */

const frame = { viewBox: '0 0 320 150', 'aria-hidden': true, className: 'h-36 w-full' } as const;
const line = {
  fill: 'none',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function Ground() {
  return <path d="M18 130H302" {...line} className="stroke-line-strong" />;
}

/** A router on a shelf, its waves, and two vouchers. */
export function WifiArt() {
  return (
    <svg {...frame}>
      <circle cx="160" cy="74" r="62" className="fill-accent-soft" />
      <g {...line} className="stroke-accent-text">
        <path d="M136 62a34 34 0 0 1 48 0" />
        <path d="M122 48a54 54 0 0 1 76 0" />
        <path d="M148 74a17 17 0 0 1 24 0" />
      </g>
      <g {...line} className="fill-surface stroke-ink">
        <path d="M126 110V88M194 110V88" />
        <rect x="112" y="102" width="96" height="28" rx="7" />
      </g>
      <circle cx="128" cy="116" r="3" className="fill-accent" />
      <circle cx="140" cy="116" r="3" className="fill-accent" />
      <path d="M168 116h26" {...line} className="stroke-line-strong" />
      <g transform="rotate(-8 252 92)">
        <rect
          x="216"
          y="74"
          width="76"
          height="38"
          rx="7"
          {...line}
          className="fill-surface stroke-ink"
        />
        <path d="M228 87h30M228 99h44" {...line} className="stroke-accent-text" />
        <path d="M272 84v6" {...line} className="stroke-line-strong" />
      </g>
      <g transform="rotate(7 66 98)">
        <rect
          x="30"
          y="80"
          width="76"
          height="38"
          rx="7"
          {...line}
          className="fill-surface stroke-ink"
        />
        <path d="M42 93h22M42 105h40" {...line} className="stroke-accent-text" />
      </g>
      <Ground />
    </svg>
  );
}

/** A shop front with its awning, and a phone as the till. */
export function ShopArt() {
  return (
    <svg {...frame}>
      <circle cx="150" cy="74" r="62" className="fill-accent-soft" />
      <rect x="88" y="58" width="124" height="72" {...line} className="fill-surface stroke-ink" />
      <path d="M80 32h140l10 26H70Z" {...line} className="fill-surface stroke-ink" />
      <g className="fill-accent">
        <path d="M70 58c0 14 27 14 27 0Z M124 58c0 14 26 14 26 0Z M177 58c0 14 26 14 26 0Z" />
      </g>
      <g {...line} className="stroke-ink">
        <path d="M97 58c0 14 27 14 27 0M150 58c0 14 27 14 27 0M203 58c0 14 27 14 27 0M70 58c0 14 27 14 27 0M124 58c0 14 26 14 26 0M177 58c0 14 26 14 26 0" />
      </g>
      <rect
        x="102"
        y="84"
        width="36"
        height="46"
        {...line}
        className="fill-surface-sunken stroke-ink"
      />
      <circle cx="130" cy="108" r="2" className="fill-ink" />
      <rect
        x="154"
        y="84"
        width="44"
        height="24"
        rx="2"
        {...line}
        className="fill-surface-sunken stroke-ink"
      />
      <path d="M160 102l8-8 7 6 9-10 8 8" {...line} className="stroke-line-strong" />
      <g transform="rotate(6 258 96)">
        <rect
          x="238"
          y="60"
          width="42"
          height="72"
          rx="8"
          {...line}
          className="fill-surface stroke-ink"
        />
        <circle cx="259" cy="90" r="11" className="fill-accent" />
        <path d="M254 90l4 4 7-8" {...line} className="stroke-on-accent" />
        <path d="M249 113h20" {...line} className="stroke-line-strong" />
      </g>
      <Ground />
    </svg>
  );
}

/** A school with its flag, and the paid fees of the term. */
export function SchoolArt() {
  return (
    <svg {...frame}>
      <circle cx="144" cy="74" r="62" className="fill-accent-soft" />
      <path d="M144 34V14" {...line} className="stroke-ink" />
      <path d="M144 14h22l-5 6 5 6h-22Z" className="fill-accent" />
      <g {...line} className="fill-surface stroke-ink">
        <rect x="66" y="74" width="156" height="56" />
        <path d="M104 74l40-40 40 40v56h-80Z" />
        <path d="M132 130v-26a12 12 0 0 1 24 0v26Z" className="fill-surface-sunken stroke-ink" />
        <circle cx="144" cy="70" r="9" />
        <path d="M144 65v5h4" />
      </g>
      <g {...line} className="fill-surface-sunken stroke-ink">
        <rect x="78" y="90" width="14" height="18" />
        <rect x="196" y="90" width="14" height="18" />
      </g>
      <g transform="rotate(6 262 88)">
        <path
          d="M236 52h50v78l-8-6-8 6-9-6-8 6-9-6-8 6Z"
          {...line}
          className="fill-surface stroke-ink"
        />
        <g {...line} className="stroke-accent-text">
          <path d="M245 70l4 4 6-7M245 88l4 4 6-7M245 106l4 4 6-7" />
        </g>
        <path d="M262 71h14M262 89h14M262 107h10" {...line} className="stroke-line-strong" />
      </g>
      <Ground />
    </svg>
  );
}
