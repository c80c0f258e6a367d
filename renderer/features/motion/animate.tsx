import { lazy, Suspense, useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import { i18n } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';

const AnimateDialog = lazy(async () => ({
  default: (await import('./animate-dialog.tsx')).AnimateDialog,
}));

/** Opens the living avatar; its code loads on the first click. */
export function Animate({
  avatar,
  photo,
}: {
  readonly avatar: Avatar;
  readonly photo: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {i18n.t('Animate')}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <AnimateDialog avatar={avatar} photo={photo} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
