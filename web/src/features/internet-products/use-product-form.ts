import { zodResolver } from '@hookform/resolvers/zod';
import type { InternetProduct } from '@sente/contract/internet-products';
import { useRef, useState, type BaseSyntheticEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { notify } from '../../ui/toast.tsx';
import {
  formValuesOf,
  productFormSchema,
  type ProductFormInput,
  type ProductFormValues,
} from './product-form-values.ts';

interface ProductFormOptions {
  /** The one to change; left out for a new one. */
  product?: InternetProduct;
  save: (values: ProductFormValues) => Promise<unknown>;
  /** Shown when the server refuses without a word. */
  failureText: string;
  onSaved: () => void;
}

interface ProductFormState {
  readonly form: UseFormReturn<ProductFormInput, unknown, ProductFormValues>;
  readonly submit: (event: BaseSyntheticEvent) => Promise<void>;
  readonly isBusy: boolean;
  /** Why the last try failed. */
  readonly failure: string | null;
}

/** What the dialog of a new product and the page of an old one share. */
export function useProductForm(options: ProductFormOptions): ProductFormState {
  const { product, save, failureText, onSaved } = options;
  const [failure, setFailure] = useState<string | null>(null);
  const isSending = useRef(false);
  const form = useForm<ProductFormInput, unknown, ProductFormValues>({
    resolver: zodResolver(productFormSchema),
    defaultValues: formValuesOf(product),
  });
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedWarning(isDirty);

  async function send(values: ProductFormValues): Promise<void> {
    setFailure(null);
    try {
      await save(values);
    } catch (error) {
      const reason = errorText(error, failureText);
      setFailure(reason);
      notify.error(reason);
      pointAtFields(form, error, ['productCode', 'productName', 'amount']);
      return;
    }
    onSaved();
  }

  async function submit(event: BaseSyntheticEvent): Promise<void> {
    event.preventDefault();
    // Enter twice within one frame.
    if (isSending.current) return;
    isSending.current = true;
    try {
      await form.handleSubmit(send)(event);
    } finally {
      isSending.current = false;
    }
  }

  return { form, submit, isBusy: isSubmitting, failure };
}
