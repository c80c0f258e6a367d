import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import type { Draft } from '../../core/drafts.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../../core/styles.ts';
import { lockedStyles } from '../../core/unlocks.ts';
import { t } from '../../i18n/index.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { randomUint32 } from '../../state/random.ts';
import { useScope } from '../../state/scope.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { PhotoGone } from '../parts/photo-gone.tsx';

export interface PhotoProps {
  readonly avatar: Avatar;
  /** The photo that it was made from, while it is kept; 'unknown' until drafts are loaded. */
  readonly photo: Draft | 'unknown' | undefined;
}

type Other = 'take' | 'style' | 'background';
const COUNTS = [1, 4, 12] as const;

/**
 * Makes more from the same photo and recipe while the photo is kept; else asks for the photo.
 */
export function MoreLikeThis({ avatar, photo }: PhotoProps) {
  const generation = useGeneration();
  const navigate = useNavigate();
  const scope = useScope();
  const { credits, unlocked } = useLibraryState();
  const [open, setOpen] = useState(false);
  const [other, setOther] = useState<Other>('take');
  const [wanted, setWanted] = useState(4);
  const { busy, problem, run } = useAction();
  const { style, background, options } = avatar.recipe;

  if (photo === 'unknown') return null;
  if (!photo)
    return (
      <section>
        <h2>{t('More like this')}</h2>
        <PhotoGone avatar={avatar} />
      </section>
    );

  const count = Math.min(wanted, credits.available);
  const locked = lockedStyles(STYLE_IDS, unlocked);
  const otherStyles = STYLE_IDS.filter((id) => id !== style && !locked.includes(id));
  const make = async (): Promise<void> => {
    if (!scope) return;
    await generation.start(
      {
        draftId: photo.id,
        count,
        choices: { style, background, options, seed: randomUint32() },
        styles: other === 'style' ? otherStyles : [style],
        backgrounds:
          other === 'background' ? BACKGROUND_IDS.filter((id) => id !== background) : [background],
        size: avatar.size,
      },
      scope,
    );
    await navigate('/dashboard');
  };
  return (
    <section>
      <h2>{t('More like this')}</h2>
      {credits.available > 0 ? (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('More like this')}
        </Button>
      ) : (
        <p className={cx(ui.small, ui.quiet)}>
          <Trans
            id="The photo is still here, but no credits are left. <link>See the plans</link>"
            components={{ link: <TextLink to="/pricing" /> }}
          />
        </p>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t('More like this')}>
        <Form
          className={ui.stack5}
          onSubmit={() => {
            if (!busy) run(make);
          }}
        >
          <p>{t('From the same photo, with the same framing and settings.')}</p>
          <Segmented
            label={t('What may be different')}
            options={[
              { id: 'take', label: t('Another take') },
              { id: 'style', label: t('Other styles') },
              { id: 'background', label: t('Other backgrounds') },
            ]}
            value={other}
            onChange={setOther}
          />
          <Segmented
            label={t('How many')}
            options={COUNTS.map((one) => ({
              id: one,
              label: one,
              disabled: one > credits.available,
            }))}
            value={count}
            onChange={setWanted}
          />
          {problem !== undefined && <ErrorNote what={problem} />}
          <Button type="submit" variant="accent" wide busy={busy}>
            {busy ? t('Starting') : t('Make {count}', { count })}
          </Button>
        </Form>
      </Dialog>
    </section>
  );
}
