/** Connects the bell's button, which is shown at once, with its panel, which loads later. */
export interface BellProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Whether there is something that the person has not seen. */
  readonly onNews: (hasNews: boolean) => void;
}
