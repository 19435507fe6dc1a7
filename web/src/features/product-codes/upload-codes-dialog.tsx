import type { DoubtfulAnswer } from '@sente/contract/code-file';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type Ref, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { useOpenings } from '../../lib/use-openings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useNoStrayDrops } from '../../ui/csv-file-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SelectField } from '../../ui/select.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { UploadProgress } from '../../ui/upload-progress.tsx';
import {
  fetchFailure,
  internetProductQueries,
} from '../internet-products/internet-product-queries.ts';
import { stockText } from '../internet-products/stock-badge.tsx';
import { noFileMessage } from './code-file-check.ts';
import { CodeFilePicker } from './code-file-picker.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { DoubtfulLines } from './doubtful-lines.tsx';
import { UploadFailed, ValidationErrors } from './upload-result.tsx';
import { useChosenFile } from './use-chosen-file.ts';
import { useCodeUpload } from './use-code-upload.ts';

interface UploadCodesDialogProps {
  open: boolean;
  companyId: string;
  /** Selected initially. */
  product?: ProductOption | undefined;
  onClose: () => void;
}

/** Starts empty each time it is opened. */
export default function UploadCodesDialog(props: UploadCodesDialogProps) {
  const [openings, setOpenings] = useState(0);
  useOpenings(props.open, () => {
    if (props.open) setOpenings(openings + 1);
  });
  return <OneUpload key={openings} {...props} />;
}

const noProductMessage = 'Please select an internet product before uploading.';

function OneUpload({ open, companyId, product, onClose }: UploadCodesDialogProps) {
  const formId = useId();
  const [productCode, setProductCode] = useState(product?.productCode ?? '');
  const [wasAsked, setWasAsked] = useState(false);
  const { chosen, error: fileError, choose, chooseColumn } = useChosenFile();
  const upload = useCodeUpload(companyId);
  const { sentFraction, failure, notice, stop } = upload;
  const productBox = useRef<HTMLSelectElement>(null);
  const fileBox = useRef<HTMLInputElement>(null);
  const answerBox = useRef<HTMLButtonElement>(null);
  const isSending = sentFraction !== null;
  useUnsavedWarning(isSending);
  useNoStrayDrops(open);
  // Back closes it too, even while sending.
  useEffect(() => {
    if (!open) stop();
  });

  const localDoubts = chosen?.check?.isGood ? chosen.check.doubts : [];
  const doubts = localDoubts.length > 0 ? localDoubts : (failure?.doubts ?? []);

  async function send(doubtfulLines?: DoubtfulAnswer): Promise<void> {
    setWasAsked(true);
    if (!productCode) return productBox.current?.focus();
    if (!chosen || fileError) return fileBox.current?.focus();
    if (doubts.length > 0 && !doubtfulLines) return answerBox.current?.focus();
    if (!chosen.check?.isGood) return;
    const file = { content: chosen.check.content, fileName: chosen.file.name };
    if (await upload.start({ product: productCode, ...file, doubtfulLines })) onClose();
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void send();
  }

  const wrongProduct = wasAsked && !productCode ? noProductMessage : failure?.productError;
  const wrongFile = wasAsked && !chosen ? (fileError ?? noFileMessage) : fileError;
  const lineErrors = chosen?.check?.isGood === false ? chosen.check.errors : failure?.errors;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Upload Product Codes"
      description="Each line of the file becomes a voucher of the product. All of them are stored, or none."
      busy={isSending}
      footer={
        <>
          <Button onClick={isSending ? stop : onClose}>Cancel</Button>
          <SubmitButton
            form={formId}
            icon={<Upload />}
            disabled={chosen !== null && chosen.check === null}
            busy={isSending}
            busyLabel="Uploading..."
          >
            Upload
          </SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Product codes"
        onSubmit={submit}
        className="flex flex-col gap-5"
      >
        <ProductChoice
          companyId={companyId}
          open={open}
          preset={product}
          selectRef={productBox}
          value={productCode}
          error={wrongProduct}
          disabled={isSending}
          onChange={(code) => {
            setProductCode(code);
            upload.reset();
          }}
        />
        <CodeFilePicker
          chosen={chosen}
          error={wrongFile}
          disabled={isSending}
          inputRef={fileBox}
          onChoose={(files) => {
            upload.reset();
            void choose(files);
          }}
        />
        <div className="flex flex-col gap-2 empty:hidden">
          {failure && failure.doubts.length === 0 ? <UploadFailed {...failure} /> : null}
          {lineErrors && lineErrors.length > 0 ? <ValidationErrors errors={lineErrors} /> : null}
        </div>
        {chosen?.check?.columns && !isSending ? (
          <ColumnPicker
            key={`${chosen.file.name} ${chosen.file.size} ${chosen.file.lastModified}`}
            columns={chosen.check.columns}
            onChoose={(choice) => {
              upload.reset();
              void chooseColumn(choice);
            }}
          />
        ) : null}
        {doubts.length > 0 && !isSending ? (
          <DoubtfulLines
            texts={doubts}
            firstRef={answerBox}
            onAnswer={(answer) => void send(answer)}
          />
        ) : null}
        {notice ? <Banner tone="warning">{notice}</Banner> : null}
        {isSending ? <UploadProgress sentFraction={sentFraction} stored="codes" /> : null}
      </form>
    </Dialog>
  );
}

interface ProductOption {
  readonly productCode: string;
  readonly productName: string;
  readonly stock: number;
}

interface ProductChoiceProps {
  companyId: string;
  /** Nothing is loaded while it is closed. */
  open: boolean;
  /** Listed even if it is inactive. */
  preset: ProductOption | undefined;
  selectRef: Ref<HTMLSelectElement>;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (productCode: string) => void;
}

function ProductChoice(props: ProductChoiceProps) {
  const { companyId, open, preset, selectRef, value, error, disabled, onChange } = props;
  const query = useQuery({ ...internetProductQueries.active(companyId), enabled: open });
  const { data, failure, isLoading } = queryState(query);
  const options = optionsOf(data ?? [], preset);
  return (
    <>
      <SelectField
        ref={selectRef}
        label="Internet Product"
        required
        placeholder="Select an internet product..."
        options={options.map((each) => ({
          value: each.productCode,
          label: `${each.productName} (${each.productCode}) · ${stockText(each.stock)}`,
        }))}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        hint={isLoading ? 'Loading products...' : undefined}
        error={error}
        disabled={disabled}
      />
      {failure ? <ErrorPanel title={fetchFailure} failure={failure} /> : null}
      {data && options.length === 0 ? <NoProducts /> : null}
    </>
  );
}

function optionsOf(
  active: readonly ProductOption[],
  preset: ProductOption | undefined,
): readonly ProductOption[] {
  const isMissing = preset && !active.some((each) => each.productCode === preset.productCode);
  return isMissing ? [preset, ...active] : active;
}

function NoProducts() {
  return (
    <Banner title="There are no active internet products">
      Codes belong to a product. Add one, or make one active, in{' '}
      <Link
        to={paths.client.internetProducts()}
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        Internet Products
      </Link>
      .
    </Banner>
  );
}
