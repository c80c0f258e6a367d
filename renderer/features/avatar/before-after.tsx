import { useState } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import type { Draft } from '../../core/drafts.ts';
import { i18n } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazily } from '../../ui/lazily.tsx';

const Card = lazily(async () => (await import('./before-after-card.tsx')).Card);

/** Offers a before-and-after card to share or save, as long as the photo is kept. */
export function BeforeAfter({ avatar, photo }: { readonly avatar: Avatar; readonly photo: Draft }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {i18n.t('Before and after')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={i18n.t('Before and after')} wide>
        <Card avatar={avatar} photo={photo} />
      </Dialog>
    </>
  );
}
