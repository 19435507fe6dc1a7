import { type DragEvent, useState } from 'react';

/** For a place on which files can be dropped. */
export function useFileDrop(disabled: boolean, onChoose: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: () => setIsOver(!disabled),
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (!disabled) onChoose([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers };
}
