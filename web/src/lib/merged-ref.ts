import { useCallback, type Ref, type RefCallback } from 'react';

/** One ref for two owners, stable as long as both are. */
export function useMergedRef<Element>(
  one: Ref<Element> | undefined,
  other: Ref<Element> | undefined,
): RefCallback<Element> {
  return useCallback(
    (node) => {
      const undo = [one, other].map((ref) => {
        if (typeof ref === 'function') {
          const cleanup = ref(node);
          return typeof cleanup === 'function' ? cleanup : () => void ref(null);
        }
        if (ref) ref.current = node;
        return () => {
          if (ref) ref.current = null;
        };
      });
      return () => undo.forEach((step) => step());
    },
    [one, other],
  );
}
