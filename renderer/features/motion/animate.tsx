import { useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { lazily } from '../../ui/lazily.tsx';

const AnimateDialog = lazily(async () => (await import('./animate-dialog.tsx')).AnimateDialog);

/** Opens the living avatar; its code loads on the first click. */
export function Animate({
  avatar,
  photo,
}: {
  readonly avatar: Avatar;
  readonly photo: string | undefined;
}) {
  /** Undefined until it is opened for the first time. */
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('Animate')}
      </Button>
      {open !== undefined && (
        <AnimateDialog avatar={avatar} photo={photo} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
