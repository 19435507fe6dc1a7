import type { CompanyDetails } from '@sente/contract/companies';
import { Trash2, Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { notify } from '../../ui/toast.tsx';
import { useRemoveLogo, useUploadLogo } from './profile-changes.ts';
import { smallPicture } from './small-picture.ts';

const maxBytes = 512 * 1024;

interface CompanyLogoPanelProps {
  company: Pick<CompanyDetails, 'id' | 'name' | 'logo'>;
  /** With the picture, where the page does not show it. */
  isCard?: boolean;
}

/** Saved at once, apart from the form beside it. */
export default function CompanyLogoPanel({ company, isCard = false }: CompanyLogoPanelProps) {
  const [logo, setLogo] = useState(company.logo);
  // What this page loaded may be older than what was uploaded here since.
  const [known, setKnown] = useState(company.logo);
  if (known !== company.logo) {
    setKnown(company.logo);
    setLogo(company.logo);
  }
  const buttons = <LogoButtons id={company.id} logo={logo} onChange={setLogo} />;
  if (!isCard) return buttons;
  return (
    <Card title="Logo" className="mt-4">
      <div className="flex flex-wrap items-center gap-4">
        <LogoImage src={logo} size="lg" />
        {buttons}
      </div>
    </Card>
  );
}

interface LogoButtonsProps {
  id: string;
  logo: string | null;
  onChange: (logo: string | null) => void;
}

function LogoButtons({ id, logo, onChange }: LogoButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo(id);
  const remove = useRemoveLogo(id);
  const isBusy = upload.isPending || remove.isPending;
  const [isRemoving, setIsRemoving] = useState(false);

  async function removeLogo(): Promise<void> {
    onChange((await remove.mutateAsync()).data.logo);
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = target.files?.[0];
    // So that the same file can be chosen again.
    target.value = '';
    if (!chosen) return;
    const file = await smallPicture(chosen);
    if (file.size > maxBytes) {
      notify.error('The file must be at most 512 KB');
      return;
    }
    try {
      onChange((await upload.mutateAsync(file)).data.logo);
      notify.success('Logo saved');
    } catch (error) {
      notify.error(errorText(error, 'Failed to upload the logo'));
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label="Logo file"
        onChange={(event) => void choose(event)}
      />
      <Button
        icon={<Upload />}
        busy={upload.isPending}
        busyLabel="Uploading..."
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {logo ? 'Change Logo' : 'Upload Logo'}
      </Button>
      {logo ? (
        <Button
          icon={<Trash2 />}
          aria-haspopup="dialog"
          disabled={isBusy}
          onClick={() => setIsRemoving(true)}
        >
          Remove Logo
        </Button>
      ) : null}
      <ConfirmAction
        subject={isRemoving ? id : null}
        change={{ isPending: remove.isPending, mutateAsync: removeLogo }}
        input={(companyId) => companyId}
        title={() => 'Remove the logo?'}
        description="Receipts and lists show the company without it."
        confirmLabel="Remove"
        busyLabel="Removing..."
        done="Logo removed"
        failed="Failed to remove the logo"
        onClose={() => setIsRemoving(false)}
      />
      <p className="w-full text-13 text-muted">
        PNG, JPEG or WebP. A large picture is made smaller.
      </p>
    </div>
  );
}
