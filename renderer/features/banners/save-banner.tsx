import { useAtomValue } from 'jotai';
import { useState } from 'react';

import { downloadName, HD_FORMAT_LABELS } from '../../core/avatars.ts';
import type { BannerDesign } from '../../core/banners/design.ts';
import type { BannerPlan } from '../../core/banners/plan.ts';
import { extensionOf } from '../../core/file-name.ts';
import { comesWith } from '../../core/unlocks.ts';
import { drawBanner, fileOf } from '../../drawing/banner.ts';
import type { Material } from '../../drawing/material.ts';
import { i18n } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import { usePorts } from '../../state/ports.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { useAction } from '../../state/use-action.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { FormatChoice, SavedNote } from '../saving/index.ts';
import styles from './banners.module.css';

export function SaveBanner({
  open,
  plan,
  design,
  material,
  cutting,
  avatarName,
}: {
  readonly open: boolean;
  readonly plan: BannerPlan;
  readonly design: BannerDesign;
  readonly material: Material;
  readonly cutting: boolean;
  readonly avatarName: string;
}) {
  const { downloads } = usePorts();
  const format = useAtomValue(hdFormatAtom);
  const { busy, problem, run } = useAction('download-failed');
  const [saved, setSaved] = useState<Saved>();
  if (!open)
    return (
      <div className={styles.save}>
        <p>
          {i18n.t('{plans} This is a preview to try it with; your words and layout wait for you.', {
            plans: comesWith([i18n.t('The banner maker')], 'banners'),
          })}
        </p>
        <ButtonLink to="/pricing?for=banners" variant="accent" wide>
          {i18n.t('See the plans')}
        </ButtonLink>
      </div>
    );
  const save = async (): Promise<void> => {
    const blob = await fileOf(await drawBanner(design, material), format);
    const size =
      design.size === 'own' ? `${String(plan.width)}x${String(plan.height)}` : design.size;
    const name = design.name.trim() || avatarName;
    const file = downloadName(name, `_banner_${size}.${extensionOf(format)}`);
    setSaved(await downloads.save(file, blob));
  };
  return (
    <div className={styles.save}>
      <FormatChoice />
      <Button variant="accent" wide busy={busy || cutting} onClick={() => run(save)}>
        {busy ? i18n.t('Saving') : i18n.t('Save as {format}', { format: HD_FORMAT_LABELS[format] })}
      </Button>
      <SavedNote saved={saved} />
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}
