import { useAtomValue } from 'jotai';
import { useState } from 'react';

import { BACKGROUND_CHIPS, STYLE_CHIPS } from '../../content/chip-samples.ts';
import { MOST_IN_BATCH } from '../../core/batches.ts';
import { groupPeople } from '../../core/bulk.ts';
import { SENTENCES } from '../../core/errors.ts';
import {
  BACKGROUND_IDS,
  BACKGROUND_LABELS,
  STYLE_IDS,
  STYLE_LABELS,
  type BackgroundId,
  type StyleId,
} from '../../core/styles.ts';
import { lockedStyles } from '../../core/unlocks.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import { useBulk, useBulkState } from '../../state/bulk/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { scopeAtom } from '../../state/scope.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section, Trans } from '../../ui/text.tsx';
import { Several } from '../customize/index.ts';
import styles from './bulk-screen.module.css';

/** The styles made of each person of the run, their cost, and the start button. */
export function Recipes({ mayRun, busy }: { readonly mayRun: boolean; readonly busy: boolean }) {
  const bulk = useBulk();
  const { people, phase } = useBulkState();
  const { unlocked, credits } = useLibraryState();
  const scope = useAtomValue(scopeAtom);
  const [chosen, setChosen] = useState<readonly StyleId[]>(['realistic']);
  const [backgrounds, setBackgrounds] = useState<readonly BackgroundId[]>(['clean-white']);
  const starting = useAction();
  const open = STYLE_IDS.filter((id) => lockedStyles([id], unlocked).length === 0);
  const each = chosen.length * backgrounds.length;
  const persons = groupPeople(people).length;
  const total = persons * each;
  const { available } = credits;
  const obstacle =
    total > MOST_IN_BATCH
      ? SENTENCES['bulk-too-many']
      : mayRun && total > available
        ? SENTENCES['credits-too-few']
        : undefined;
  const run = async (): Promise<unknown> =>
    bulk.run({ styles: chosen, backgrounds }, await scope.confirmed());
  return (
    <Section title={t('Styles for everyone')} className={cx(ui.stack4, ui.start, styles.part)}>
      <div className={cx(ui.stack5, styles.tiles)}>
        <Several
          title={t('Styles')}
          ids={open}
          labels={STYLE_LABELS}
          samples={STYLE_CHIPS}
          chosen={chosen}
          onChange={setChosen}
        />
        <Several
          title={t('Backgrounds')}
          ids={BACKGROUND_IDS}
          labels={BACKGROUND_LABELS}
          samples={BACKGROUND_CHIPS}
          chosen={backgrounds}
          onChange={setBackgrounds}
        />
      </div>
      <p>
        <Trans
          id="{persons, plural, one {# person} other {# people}}, {each} each: <b>{total, plural, one {# avatar} other {# avatars}}</b>."
          values={{ persons, each, total }}
        />{' '}
        {mayRun
          ? t(
              'Uses {total} of {credits, plural, one {# credit} other {# credits}}. You get the credit back for any that fail.',
              { total: formatNumber(total), credits: available },
            )
          : t('You get the credit back for any that fail.')}
      </p>
      {obstacle !== undefined && <p role="status">{obstacle}</p>}
      {busy && (
        <p role="status">{t('One run at a time: the next can begin when this one is done.')}</p>
      )}
      {starting.problem !== undefined && <ErrorNote what={starting.problem} />}
      {mayRun ? (
        <Button
          variant="accent"
          busy={starting.busy}
          disabled={obstacle !== undefined || busy || phase !== 'ready'}
          onClick={() => starting.run(run)}
        >
          {t('Start the run')}
        </Button>
      ) : (
        <ButtonLink variant="accent" to="/pricing?for=bulk">
          {t('See the plans')}
        </ButtonLink>
      )}
    </Section>
  );
}
