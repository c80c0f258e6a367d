import { useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import t from '../../ui/type.module.css';
import { ProblemReport } from '../problem/index.ts';

/** The failures that the app has noted, to look at and, if the user wants, to send. */
export function Problem() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="problem">
      <h2 id="problem" className={t.heading}>
        {i18n.t('Something went wrong?')}
      </h2>
      <p className={cx(t.quiet, t.measure)}>
        {i18n.t(
          'The app notes when and where it failed, on this device alone. You see the note before it goes into a message to us.',
        )}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        {i18n.t('Report a problem')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={i18n.t('Report a problem')}>
        <ProblemReport />
      </Dialog>
    </section>
  );
}
