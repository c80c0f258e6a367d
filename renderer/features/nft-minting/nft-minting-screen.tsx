import { useSearchParams } from 'react-router-dom';

import { MINT_STEPS, type MintStepId } from '../../content/minting.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { isMinted, isUnanswered, takenAvatars } from '../../core/mints/selectors.ts';
import { t } from '../../i18n/index.ts';
import { SAMPLES, sampleUid, useLibraryState } from '../../state/library/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import { Certificate } from '../parts/certificate.tsx';
import { LibraryFailed } from '../parts/library-notes.tsx';
import { mintables, MintPicture, nextMintable, type Pictured } from './mintable.tsx';
import styles from './nft-minting-screen.module.css';
import { RunStep } from './run-step.tsx';
import { SelectStep } from './select-step.tsx';

interface SuccessStepProps {
  readonly mints: readonly Mint[];
  readonly pictureOf: (mint: Mint) => Pictured;
  /** Absent if no other avatar is left. */
  readonly onAnother: (() => void) | undefined;
}

const successWords = (mints: readonly Mint[]): string =>
  mints.length > 1
    ? t('{count, plural, one {# avatar is an NFT} other {# avatars are NFTs}} now', {
        count: mints.length,
      })
    : t('{name} is now an NFT', { name: mints[0]?.details.name ?? '' });

/** What was minted, to keep. Shown only after the chain has confirmed it. */
const SuccessStep = ({ mints, pictureOf, onAnother }: SuccessStepProps) => (
  <div className={styles.success}>
    <div className={ui.stack5}>
      <h2 className={ui.title}>{successWords(mints)}</h2>
      <p className={ui.lead}>{t('Final on the chain, checked, and yours.')}</p>
      <div className={ui.wrap5}>
        <ButtonLink to="/dashboard" variant="accent">
          {t('View in Dashboard')}
        </ButtonLink>
        {onAnother && <Button onClick={onAnother}>{t('Mint Another NFT')}</Button>}
      </div>
    </div>
    <div className={styles.certificates}>
      {mints.map((mint) => (
        <div key={mint.id} className={styles.certified}>
          <div className={styles.print}>
            <MintPicture
              mintable={pictureOf(mint)}
              which="full"
              alt={t('{name}, the minted picture', { name: mint.details.name })}
            />
          </div>
          <Certificate mint={mint} />
        </div>
      ))}
    </div>
  </div>
);

/** The three steps (select, mint, success) and the current one. */
const Steps = ({ at }: { readonly at: MintStepId }) => (
  <ol className={styles.steps} aria-label={t('Steps')}>
    {MINT_STEPS.map(({ id, name, words }, index) => (
      <li key={id} aria-current={id === at ? 'step' : undefined}>
        <span className={styles.n}>{index + 1}</span>
        <span>
          <b>{name}</b>
          <span className={cx(ui.note, styles.words)}>{words}</span>
        </span>
      </li>
    ))}
  </ol>
);

const pictureOf = ({ avatarUid }: Mint): Pictured => {
  const sample = SAMPLES.find(({ id }) => sampleUid(id) === avatarUid);
  return { uid: avatarUid, ...(sample && { url: sample.picture }) };
};

/** /nft-minting: the address holds the chosen `avatar` or `several`, and the started `series`. */
export function NftMintingScreen() {
  const [query, setQuery] = useSearchParams();
  const { loaded, failed, avatars, mints, untouched } = useLibraryState();
  const all = loaded ? mintables(avatars, untouched ? SAMPLES : [], mints) : undefined;
  const series = query.get('series');
  const running = mints.filter((mint) => mint.series === series);
  const at = running.length === 0 ? 'select' : running.every(isMinted) ? 'success' : 'mint';
  const another = all && nextMintable(all, running[0]?.avatarId);

  return (
    <div className={cx(ui.page, ui.whole)}>
      <h1 className={ui.title}>{t('Mint Your Avatar NFT')}</h1>
      <Steps at={at} />
      <VisuallyHidden>
        <span role="status">{at === 'success' && successWords(running)}</span>
      </VisuallyHidden>
      {at === 'select' && failed && <LibraryFailed />}
      {at === 'select' && !failed && (
        <SelectStep
          all={all}
          mints={mints}
          open={mints.findLast(
            (mint) =>
              (mint.state.kind !== 'draft' || isUnanswered(mint)) &&
              !takenAvatars(mints.filter(isMinted)).has(mint.avatarUid),
          )}
          elsewhere={series !== null && loaded && running.length === 0}
          onChoose={(next) => setQuery(next, { replace: true, preventScrollReset: true })}
          onStarted={(id) => setQuery({ series: id })}
        />
      )}
      {at === 'mint' && <RunStep mints={running} pictureOf={pictureOf} />}
      {at === 'success' && (
        <SuccessStep
          mints={running}
          pictureOf={pictureOf}
          onAnother={another && (() => setQuery({ avatar: String(another.id) }))}
        />
      )}
    </div>
  );
}
