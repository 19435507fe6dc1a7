/** Connects the bell's button, which is shown at once, with its panel, which loads later. */
export interface BellProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Whether it shows, besides what the person was told, something that they have not seen. */
  readonly onMore: (hasMore: boolean) => void;
}
